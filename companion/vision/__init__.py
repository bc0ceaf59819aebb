"""From pixels to cards: cameras, the tabletop, the finder and the reader."""
