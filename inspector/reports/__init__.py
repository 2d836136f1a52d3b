"""Inspection -> data: what the commands print and the panels show. No colours, no widths, no Qt."""
