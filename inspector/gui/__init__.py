"""The window. The only package that knows Qt; everything that is read or counted comes from :mod:`inspector.inspection`."""
