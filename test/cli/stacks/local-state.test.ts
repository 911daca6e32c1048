import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localStateInCi } from "../../../src/cli/engine/local-state";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clickstack-state-"));
  mkdirSync(join(folder, ".terraform"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What engines note of the backend that a folder was initialized with. */
const initialized = (type: string) =>
  writeFileSync(join(folder, ".terraform", "terraform.tfstate"), JSON.stringify({ version: 3, backend: { type } }));

test.each(["true", "1", "woodpecker"])("a run with CI=%s that has its state on the disk is warned", (CI) => {
  expect(localStateInCi(folder, { CI })).toMatchObject({
    severity: "warning",
    detail: expect.stringContaining("Fix:"),
  });
  initialized("local");
  expect(localStateInCi(folder, { CI })).toMatchObject({ severity: "warning" });
});

test.each(["s3", "http", "pg", "cloud", "remote"])("the backend %s is no state on the disk", (type) => {
  initialized(type);
  expect(localStateInCi(folder, { CI: "true" })).toBeUndefined();
});

test.each([undefined, "", "0", "false", "False"])("a person's machine, CI=%s, may have its state on the disk", (CI) => {
  expect(localStateInCi(folder, { CI })).toBeUndefined();
});

test("a folder that was not initialized has no state yet", () => {
  rmSync(join(folder, ".terraform"), { recursive: true });
  expect(localStateInCi(folder, { CI: "true" })).toBeUndefined();
});
