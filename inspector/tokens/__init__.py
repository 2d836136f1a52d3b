"""How many tokens something is: as the runtime estimates it, as a tokenizer counts it, as a provider reported it."""
