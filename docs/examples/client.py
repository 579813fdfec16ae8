#!/usr/bin/env python3
"""Calls dnstools from Python with nothing but its standard library: client.py URL DOMAIN [KEY]"""

import json
import sys
import urllib.error
import urllib.parse
import urllib.request

BASE_URL, DOMAIN, *KEY = sys.argv[1:] + ["http://127.0.0.1:8080", "example.com"][len(sys.argv) - 1 :]


def ask(tool: str, **parameters: str) -> dict:
    """Returns the answer of a tool. If the API refuses the call, ends the program with the API's reason."""
    url = f"{BASE_URL}/api/v1/{tool}?{urllib.parse.urlencode(parameters)}"
    headers = {"X-API-Key": KEY[0]} if KEY else {}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=60) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        wait = error.headers.get("Retry-After")
        sys.exit(f"{problem['title']}: {problem['detail']}" + (f" (retry in {wait} s)" if wait else ""))


def show(title: str, answer: dict) -> None:
    """Prints the verdict and the worst findings."""
    print(f"{title}: {answer['summary']['status']}. {answer['summary']['text']}")
    for finding in answer["findings"][:3]:
        print(f"  {finding['severity']} {finding['code']}: {finding['message']}")
        if finding["fix"] is not None:
            print(f"    {finding['fix']}")


dns = ask("dns", domain=DOMAIN, evidence="none")
show("DNS", dns)
# None if the mail servers could not be determined, an empty list if the domain has none.
exchanges = dns["data"]["records"]["MX"]
if exchanges is None:
    print("  The mail servers could not be determined.")
for record in exchanges or []:
    print(f"  MX {record['value']} ({record['ttl']} s)")

show("Mail", ask("mail", domain=DOMAIN, view="summary"))
