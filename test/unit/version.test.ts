import packageJson from "../../package.json";
import { describeOldNode, MIN_NODE, VERSION } from "../../src/version";

test("the version in the code equals the version in package.json", () => {
  expect(VERSION).toBe(packageJson.version);
});

test("the minimum Node version in the code equals the one in package.json", () => {
  expect(packageJson.engines.node).toBe(`>=${MIN_NODE}`);
});

test.each([
  ["18.20.8", "Node 18.20.8 is too old; 20.18.1 or later is needed."],
  ["20.18.0", "Node 20.18.0 is too old; 20.18.1 or later is needed."],
  ["20.9.0", "Node 20.9.0 is too old; 20.18.1 or later is needed."],
  ["20.18.1", undefined],
  ["20.20.0", undefined],
  ["22.0.0", undefined],
])("Node %s is accepted or refused depending on its version", (version, problem) => {
  expect(describeOldNode(version)).toBe(problem);
});
