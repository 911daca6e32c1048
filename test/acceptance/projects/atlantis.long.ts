import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { parse } from "yaml";
import { VERSION } from "../../../src/version";
import { emulatorForTests } from "../../support/emulator/emulator-for-tests";
import { environmentFor } from "../../support/environment";
import { listed } from "../../support/ui";
import { packedPackage, UserProject } from "../../support/user-project";

const EXAMPLE = join(__dirname, "..", "..", "..", "examples", "delivery", "atlantis.yaml");

interface Stage {
  readonly steps: readonly { readonly run: string }[];
}

describe("the workflow for Atlantis", () => {
  const emulator = emulatorForTests();

  test("plans and previews the project of init, and applies the saved plan", async () => {
    const { plan, apply } = parse(readFileSync(EXAMPLE, "utf8")).workflows.clickstack as Record<string, Stage>;
    const plans = mkdtempSync(join(tmpdir(), "clickstack-plans-"));
    // Atlantis sets this variable for the steps of both stages.
    const PLANFILE = join(plans, "observability.tfplan");
    const project = new UserProject([], { ...environmentFor(emulator.endpoints), PLANFILE });
    const packed = packedPackage();
    const runAll = async ({ steps }: Stage = { steps: [] }) => {
      const said: string[] = [];
      for (const { run } of steps) {
        said.push(await project.run(run));
      }
      return stripVTControlCharacters(said.join("\n"));
    };
    try {
      await project.run(`npx --yes --package="${packed}" cdk-clickstack init .`);
      const manifest = readFileSync(join(project.folder, "package.json"), "utf8");
      project.write({ "package.json": manifest.replace(`"${VERSION}"`, `"file:${packed}"`) });
      await project.run("npm install");
      const planned = await runAll(plan);
      expect(planned).toContain("Plan: 1 to add, 0 to change, 0 to destroy.");
      expect(planned).toContain("First dashboard");
      expect(await runAll(apply)).toContain("Resources: 1 added, 0 changed, 0 destroyed.");
      expect((await listed(emulator, "dashboards")).map(({ name }) => name)).toEqual(["First dashboard"]);
    } finally {
      project.remove();
      rmSync(plans, { recursive: true });
    }
  });
});
