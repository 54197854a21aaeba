"""What pages of the set-up are made of: keys, pictures in their frames, and the camera's feed."""
