"""Weights to rectangles: squarified layout, folding of what is too small, hit tests. Knows no domain and no Qt."""
