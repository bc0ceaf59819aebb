"""From camera pixels to millimetres of the table: lens, homography, profiles, camera check, nudges."""
