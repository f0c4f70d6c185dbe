"""The bot protocol: programs in any language play over standard input and output."""

EXEC = "exec:"  # prefix of the command of a program that plays as a bot
