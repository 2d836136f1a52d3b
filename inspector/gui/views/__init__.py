"""Pictures of a context, each one widget that is told what to show and sends signals."""
