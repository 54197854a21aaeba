"""The track, rounds, search and rules that DOG and Agent DOG share."""
