import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localStateInCi, runsElsewhere } from "../../../../src/cli/engine/local-state";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clickstack-state-"));
  mkdirSync(join(folder, ".terraform"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The data that engines store about the backend with which a folder was initialized. */
const initialized = (type: string) =>
  writeFileSync(join(folder, ".terraform", "terraform.tfstate"), JSON.stringify({ version: 3, backend: { type } }));

test.each(["true", "1", "woodpecker"])("a run with CI=%s and a local state causes a warning", (CI) => {
  expect(localStateInCi(folder, { CI })).toMatchObject({
    severity: "warning",
    detail: expect.stringContaining("Fix:"),
  });
  initialized("local");
  expect(localStateInCi(folder, { CI })).toMatchObject({ severity: "warning" });
});

test.each(["s3", "http", "pg", "cloud", "remote"])(
  "the backend %s does not store the state in a local file",
  (type) => {
    initialized(type);
    expect(localStateInCi(folder, { CI: "true" })).toBeUndefined();
  },
);

test.each([undefined, "", "0", "false", "False"])(
  "a run with CI=%s on a user's machine with a local state causes no warning",
  (CI) => {
    expect(localStateInCi(folder, { CI })).toBeUndefined();
  },
);

test("a folder that was not initialized causes no warning", () => {
  rmSync(join(folder, ".terraform"), { recursive: true });
  expect(localStateInCi(folder, { CI: "true" })).toBeUndefined();
});

test.each([
  ["main.tf", 'terraform {\n  cloud {\n    organization = "o"\n  }\n}\n', true],
  ["main.tofu", 'terraform {\n  backend "remote" {}\n}\n', true],
  ["main.tf.json", '{ "terraform": { "backend": [{ "remote": {} }] } }', true],
  ["main.tf.json", '{ "terraform": [{ "cloud": { "organization": "o" } }] }', true],
  ["main.tf", 'terraform {\n  # cloud {\n  backend "s3" {}\n}\n', false],
  ["main.tf", 'variable "cloud" {}\nlocals {\n  cloud = { remote = 1 }\n}\n', false],
  ["cdk.tf.json", '{ "terraform": { "cloud": {} } }', false],
  ["notes.txt", "cloud {\n", false],
])("a configuration file %s with the text %j runs on a remote machine: %s", (name, text, expected) => {
  writeFileSync(join(folder, name), text);
  expect(runsElsewhere(folder)).toBe(expected);
});
