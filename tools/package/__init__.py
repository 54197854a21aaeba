"""What is built for people who install the program."""
