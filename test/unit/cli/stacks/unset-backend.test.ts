import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AzurermBackend, GcsBackend, PgBackend, TerraformStack, Testing } from "cdktn";
import { unsetBackend } from "../../../../src/cli/engine/local-state";
import { newProgram } from "../../../../src/cli/project/new-project";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "backend-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const problemOf = (backend: object) => {
  writeFileSync(join(folder, "cdk.tf.json"), JSON.stringify({ terraform: { backend } }));
  return unsetBackend(folder);
};

test("the placeholder backend of a new project causes an error with the files to edit", () => {
  const problem = problemOf({ s3: { bucket: "my-terraform-state", region: "eu-central-1" } });
  expect(problem).toMatchObject({ severity: "error", summary: "The backend of the state is not set" });
  expect(problem?.detail).toContain('the name "my-terraform-state" of a new project. Fix: Set your bucket');
  expect(problem?.detail).toContain("in main.ts, and the same values in STATE_BACKEND of the CI file");
  expect(problemOf({ azurerm: { storage_account_name: "myterraformstate" } })?.detail).toContain('"myterraformstate"');
});

test("a stack with another backend causes no such error, and neither does a folder without a stack", () => {
  expect(problemOf({ s3: { bucket: "acme-terraform-state" } })).toBeUndefined();
  expect(problemOf({})).toBeUndefined();
  rmSync(join(folder, "cdk.tf.json"));
  expect(unsetBackend(folder)).toBeUndefined();
});

describe.each([
  ["github", ".github/workflows/clickstack.yml"],
  ["gitlab", ".gitlab-ci.yml"],
] as const)("the commented backends in a new program for %s", (ci, file) => {
  const choices = newProgram({ framework: "cdktn", ci }).match(/^\/\/ (?:new|const|stack).*$/gm) ?? [];
  const code = choices.map((line) => line.slice(3));
  const kit = readFileSync(join(__dirname, "..", "..", "..", "..", "examples", "ci", ci, file), "utf8");

  test.each(Object.entries({ GcsBackend, AzurermBackend, PgBackend }))(
    "contain %s as the CI kit configures it for STATE_BACKEND",
    (name, Backend) => {
      const lines = code.filter((line) => line.includes(name) || /^const account|backend\.pg/.test(line));
      const used = lines.filter((line) => name === "PgBackend" || !line.includes("backend.pg"));
      const stack = new TerraformStack(Testing.app(), "observability");
      new Function("stack", name, used.join("\n"))(stack, Backend);
      const { terraform } = JSON.parse(Testing.synth(stack));
      const blocks = kit
        .match(/\{"(?:gcs|azurerm|pg)": \{.*\}\}/g)
        ?.map((text) => text.replaceAll("<stack>", "observability"));
      expect(blocks?.map((text) => JSON.parse(text))).toContainEqual(terraform.backend);
    },
  );
});
