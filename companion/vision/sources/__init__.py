"""Where frames come from: video files, network streams, cameras of this machine, folders of pictures."""
