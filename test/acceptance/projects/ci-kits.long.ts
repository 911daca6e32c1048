import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VERSION } from "../../../src/version";
import { emulatorForTests } from "../../support/emulator/emulator-for-tests";
import { environmentFor } from "../../support/environment";
import { HttpState } from "../../support/http-state";
import { listed } from "../../support/ui";
import { packedPackage, UserProject } from "../../support/user-project";

const EXAMPLES = join(__dirname, "..", "..", "..", "examples", "ci");

/** A clone of a kit's repository, with the packed package in the registry's place. */
async function installed(kit: "github" | "gitlab", packed: string, environment: Readonly<Record<string, string>>) {
  const project = new UserProject([], environment);
  cpSync(join(EXAMPLES, kit), project.folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) {
    const text = readFileSync(join(project.folder, name), "utf8");
    project.write({ [name]: text.replace(`"cdk-clickstack": "${VERSION}"`, `"cdk-clickstack": "file:${packed}"`) });
  }
  await project.run("npm install");
  return project;
}

describe("the repository of a kit", () => {
  let folder: string;
  let packed: string;
  const emulator = emulatorForTests();

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "clickstack-kits-"));
    packed = packedPackage(folder);
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test("for GitLab applies with its state in GitLab, locks the state, and a second run finds it", async () => {
    const state = await HttpState.start();
    const environment = { ...environmentFor(emulator.endpoints), STATE_ADDRESS: state.address };
    const first = await installed("gitlab", packed, environment);
    const second = await installed("gitlab", packed, environment);
    try {
      await first.run("npm run check && npm run deploy");
      expect(await listed(emulator, "dashboards")).toHaveLength(1);
      expect(state.operations.at(0)).toBe("lock");
      expect(state.operations.at(-1)).toBe("unlock");
      expect(state.operations).toContain("write");
      const planned = await second.run("CI=true npm run plan");
      expect(planned).toContain("Nothing to do");
      expect(planned).not.toContain("on this machine's disk");
    } finally {
      first.remove();
      second.remove();
      await state.stop();
    }
  });

  test("for GitHub declares its state in a bucket with a lock file", async () => {
    const project = await installed("github", packed, environmentFor(emulator.endpoints));
    try {
      await project.run("npm run check && npm run synth");
      const stack = join(project.folder, "cdktf.out", "stacks", "observability", "cdk.tf.json");
      expect(JSON.parse(readFileSync(stack, "utf8")).terraform.backend).toEqual({
        s3: {
          bucket: "my-terraform-state",
          encrypt: true,
          key: "clickstack/observability.tfstate",
          region: "eu-central-1",
          use_lockfile: true,
        },
      });
    } finally {
      project.remove();
    }
  });
});
