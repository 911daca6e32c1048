import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyConfiguration, FailedStep } from "../../../../src/cli/commands/import/verify/prepare-code";
import { temporaryFolder } from "../../../support/constructs/synthesize";
import { pretendSystem } from "../../../support/system";

pretendSystem("win32");

test("the verification of an import on Windows reports a missing executable of the provider as a failed step", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "main.tf"), "");
  expect(() => copyConfiguration(folder, temporaryFolder())).toThrow(FailedStep);
});
