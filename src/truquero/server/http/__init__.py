"""The HTTP interface of the server: routes, requests and answers."""
