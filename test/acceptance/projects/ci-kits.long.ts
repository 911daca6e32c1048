import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { VERSION } from "../../../src/version";
import { emulatorForTests } from "../../support/emulator/emulator-for-tests";
import { environmentFor } from "../../support/environment";
import { HttpState } from "../../support/http-state";
import { listed } from "../../support/ui";
import { packedPackage, UserProject } from "../../support/user-project";

const EXAMPLES = join(__dirname, "..", "..", "..", "examples", "ci");

/** The step that installs the command line in the jobs with credentials. */
const INSTALL: string = parse(
  readFileSync(join(EXAMPLES, "github", ".github", "actions", "clickstack", "action.yml"), "utf8"),
).runs.steps.find(({ name }: { readonly name?: string }) => name === "Install the command line").run;

/** A clone of a kit's repository, with the packed package instead of the package in the registry. */
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

describe("the repository of a CI kit", () => {
  let folder: string;
  let packed: string;
  const emulator = emulatorForTests();

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "clickstack-kits-"));
    packed = packedPackage();
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test("applies with its state in GitLab, locks the state, and finds the state in a second run", async () => {
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

  test("installs only the locked command line for jobs with credentials on GitHub, and runs no install script", async () => {
    const project = new UserProject([], {});
    const temp = dirname(project.folder);
    const work = join(temp, "cli");
    const prepare = async () => {
      rmSync(work, { recursive: true, force: true });
      const variables = `RUNNER_TEMP="${temp}" GITHUB_PATH="${project.folder}/path"`;
      project.write({ "install.sh": INSTALL });
      return project.run(`${variables} bash -eo pipefail install.sh`);
    };
    try {
      cpSync(join(EXAMPLES, "github", "package.json"), join(project.folder, "package.json"));
      const text = readFileSync(join(project.folder, "package.json"), "utf8");
      const { dependencies, ...rest } = JSON.parse(text.replace(`"${VERSION}"`, `"file:${packed}"`));
      project.write({
        "package.json": { ...rest, dependencies: { ...dependencies, evil: "file:./evil" } },
        "evil/package.json": {
          ...{ name: "evil", version: "1.0.0", bin: { "cdk-clickstack": "run.js", node: "run.js" } },
          scripts: { preinstall: "touch ../attacked", postinstall: "touch ../attacked" },
        },
        "evil/run.js": "#!/usr/bin/env node\n",
      });
      await project.run("npm install --package-lock-only && npm ci --ignore-scripts");
      await prepare();
      const modules = join(work, "node_modules");
      const installed = readdirSync(modules)
        .filter((name) => !name.startsWith("."))
        .flatMap((name) =>
          name.startsWith("@") ? readdirSync(join(modules, name)).map((own) => `${name}/${own}`) : [name],
        );
      const { dependencies: own } = JSON.parse(readFileSync(join(modules, "cdk-clickstack", "package.json"), "utf8"));
      expect(installed).toEqual(["cdk-clickstack", ...Object.keys(own)].sort());
      expect(readdirSync(join(modules, ".bin"))).toEqual(["cdk-clickstack"]);
      expect(await project.run(`"${modules}/.bin/cdk-clickstack" --version`)).toBe(`${VERSION}\n`);
      expect(readdirSync(project.folder)).not.toContain("attacked");

      const lock = JSON.parse(readFileSync(join(project.folder, "package-lock.json"), "utf8"));
      const { "node_modules/zod": zod, ...packages } = lock.packages;
      project.write({ "package-lock.json": { ...lock, packages } });
      await expect(prepare()).rejects.toThrow("package-lock.json does not lock node_modules/zod.");
      const integrity = `sha512-${"A".repeat(86)}==`;
      project.write({
        "package-lock.json": { ...lock, packages: { ...packages, "node_modules/zod": { ...zod, integrity } } },
      });
      await expect(prepare()).rejects.toThrow("EINTEGRITY");
    } finally {
      rmSync(work, { recursive: true, force: true });
      project.remove();
    }
  });

  test("declares its state in a bucket with a lock file on GitHub", async () => {
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
