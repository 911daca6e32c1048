import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectFiles } from "../../../src/cli/project/new-project";
import { callCli, withoutProgress } from "../../support/cli/call-cli";
import { temporaryFolder } from "../../support/constructs/synthesize";

const ROOT = join(__dirname, "..", "..", "..");

test("the program of `init` has no findings", async () => {
  const folder = temporaryFolder();
  const project = { name: "observability", framework: "cdktn", bringsTerraform: false, engine: "terraform" } as const;
  for (const [path, text] of Object.entries(projectFiles(project))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules", "cdk-clickstack"));
  for (const name of ["cdktn", "constructs", "tsx", ".bin"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  }
  const { stdout, stderr } = await callCli(["lint", folder, "--fix"]);
  expect({ stdout, stderr: withoutProgress(stderr) }).toEqual({ stdout: "No problems in 1 stack.\n", stderr: "" });
});
