import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findEngine } from "../../../src/cli/engine/find-engine";
import { VERSION } from "../../../src/version";
import { packedPackage, UserProject } from "../../support/user-project";

const EXAMPLES = join(__dirname, "..", "..", "..", "examples");

let folder: string;
let packed: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "clickstack-testing-"));
  packed = packedPackage(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(["testing-jest", "testing-vitest"])("examples/%s passes in a fresh folder", async (name) => {
  const project = new UserProject([], { TERRAFORM_BINARY_NAME: findEngine().path });
  try {
    cpSync(join(EXAMPLES, name), project.folder, { recursive: true });
    const manifest = readFileSync(join(project.folder, "package.json"), "utf8");
    project.write({
      "package.json": manifest.replace(`"cdk-clickstack": "${VERSION}"`, `"cdk-clickstack": "file:${packed}"`),
    });
    await project.run("npm install");
    expect(await project.run("npm test")).toMatch(/1 passed/);
  } finally {
    project.remove();
  }
});
