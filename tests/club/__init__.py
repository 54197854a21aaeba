"""Tables that publish, the club that listens, and a broker between them."""
