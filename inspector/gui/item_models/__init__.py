"""Qt item models over our values."""
