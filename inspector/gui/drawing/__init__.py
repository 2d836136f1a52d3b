"""What several pictures share: fitted text, textures, the card that hovers, words for a segment."""
