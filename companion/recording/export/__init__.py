"""Recorded sessions in the forms of others: labels for training, tables, score sheets, clips, written records."""
