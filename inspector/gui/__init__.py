"""The window: the only package that knows Qt. What is read and counted comes from :mod:`inspector.inspection`."""
