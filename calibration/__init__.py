"""From pictures to where every place is and what every piece looks like. Knows no rules."""
