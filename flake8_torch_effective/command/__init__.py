"""The parts of the command ``torch-effective``, one file each; a part imports only what it needs."""
