"""Evaluates a rule of a policy, `deny` or `warn`, for each document of a JSON list on standard input: evaluate.py POLICY RULE."""

import json
import sys

from regopy import Interpreter

with open(sys.argv[1], encoding="utf-8") as file:
    policy = file.read()

results = []
for document in json.load(sys.stdin):
    rego = Interpreter()
    rego.add_module("policy", policy)
    rego.set_input(document)
    results.append(json.loads(str(rego.query("data.main." + sys.argv[2])))["expressions"][0])
print(json.dumps(results))
