"""Values -> snapshot: which entries are on the active branch, which of them the next request would hold, how large."""
