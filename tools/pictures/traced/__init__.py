"""Labelled pictures of eight boards, traced physically: they measure the reader and fit nothing."""
