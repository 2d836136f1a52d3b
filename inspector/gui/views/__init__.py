"""Pictures of a context: treemap, window meter, timeline. Each is one widget that is told what to show and sends signals."""
