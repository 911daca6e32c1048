import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import packageJson from "../../../package.json";
import type { Emulator } from "../../../src/emulator";
import { readLockEntries } from "../../../src/install/provider-lock";
import { VERSION } from "../../../src/version";
import { emulatorForEachTest } from "../../support/emulator/emulator-for-tests";
import { environmentFor } from "../../support/environment";
import { installNullProvider } from "../../support/null-provider/install";
import { packedPackage, UserProject } from "../../support/user-project";
import { NODE_PACKAGE, NODES } from "./forms";

const NEXT_VERSION = "0.1.1-next.1";

interface FrameworkCli {
  readonly command: string;
  readonly packages: Readonly<Record<string, string>>;
  readonly node: keyof typeof NODES;
  /** Modules of the program, and of a program that uses `@cdktf/provider-null`. */
  readonly modules: readonly [constructs: string, framework: string];
  readonly modulesWithNull: readonly [constructs: string, framework: string];
}

const { cdktf, cdktn, constructs, tsx, typescript } = packageJson.devDependencies;

const CLIS: readonly FrameworkCli[] = [
  {
    command: "cdktf",
    packages: { cdktf, "cdktf-cli": "0.21.0" },
    node: "20",
    modules: ["cdk-clickstack", "cdktf"],
    modulesWithNull: ["cdk-clickstack", "cdktf"],
  },
  {
    command: "cdktn",
    packages: { cdktn, "cdktn-cli": "0.24.0", cdktf: `npm:cdktn@${cdktn}` },
    node: "22",
    modules: ["cdk-clickstack/cdktn", "cdktn"],
    modulesWithNull: ["cdk-clickstack", "cdktf"],
  },
];

const program = ([entry, framework]: FrameworkCli["modules"], stack: string, more = "") => `
import { ClickStackProvider, count, Dashboard, Source, tile } from "${entry}";
import { App, TerraformStack } from "${framework}";
${more && 'import { NullProvider } from "@cdktf/provider-null/lib/provider";\nimport { Resource } from "@cdktf/provider-null/lib/resource";'}
const app = new App();
const stack = new TerraformStack(app, "${stack}");
new ClickStackProvider(stack, "clickstack");
const logs = Source.byName(stack, "Logs");
new Dashboard(stack, "first", { name: "${stack}", tiles: { errors: tile.line({ source: logs, select: [count()] }) } });
${more}
app.synth();
`;

const WITH_NULL = 'new NullProvider(stack, "null");\nnew Resource(stack, "marker");';

describe("a project after an upgrade of the package", () => {
  let tools: string;
  let current: string;
  let next: string;
  let emulator: Emulator;
  emulatorForEachTest((each) => {
    emulator = each;
  });

  beforeAll(() => {
    tools = mkdtempSync(join(tmpdir(), "clickstack-clis-"));
    current = packedPackage();
    next = packNextVersion();
    for (const node of ["20", "22"] as const) {
      const words = ["install", "--silent", "--prefix", join(tools, node), `${NODE_PACKAGE}@${NODES[node]}`];
      execFileSync("npm", words, { cwd: tools, stdio: "pipe" });
    }
  });

  afterAll(() => rmSync(tools, { recursive: true, force: true }));

  /** Packs the same files with another version number. */
  function packNextVersion(): string {
    const folder = join(tools, "next");
    mkdirSync(folder);
    execFileSync("tar", ["xzf", current, "-C", folder]);
    const files = ["package.json", "dist/version.js", "dist/cli/cdk-clickstack.js"];
    for (const file of [...files, "dist/provider/terraform-provider-clickstack.js"]) {
      const path = join(folder, "package", file);
      writeFileSync(path, readFileSync(path, "utf8").replaceAll(`"${VERSION}"`, `"${NEXT_VERSION}"`));
    }
    const words = ["pack", "--ignore-scripts", "--silent", "--pack-destination", tools];
    return join(tools, execFileSync("npm", words, { cwd: join(folder, "package"), encoding: "utf8" }).trim());
  }

  const projectOn = (node: keyof typeof NODES) =>
    new UserProject([join(tools, node, "node_modules", NODE_PACKAGE, "bin")], {
      ...environmentFor(emulator.endpoints),
      FORCE_COLOR: "0",
    });

  test.each(CLIS)(
    "is deployed and destroyed by $command without further arguments, also with a provider from the registry",
    async (cli) => {
      const project = projectOn(cli.node);
      const applied = async (line: string) => stripVTControlCharacters(await project.run(line));
      const install = (tarball: string) => {
        const dependencies = {
          ...cli.packages,
          "cdk-clickstack": `file:${tarball}`,
          "@cdktf/provider-null": packageJson.devDependencies["@cdktf/provider-null"],
          constructs,
          tsx,
          typescript,
        };
        project.write({ "package.json": { private: true, type: "commonjs", dependencies } });
        return project.run("npm install --ignore-scripts --legacy-peer-deps");
      };
      const versionIn = (outdir: string, stack: string) =>
        readLockEntries(join(project.folder, outdir, "stacks", stack)).map(({ version }) => version);
      const checked = `-a "npx tsx checked.ts" -o checked.out`;
      try {
        await install(current);
        project.write({
          "cdktf.json": { language: "typescript", app: "npx tsx main.ts", sendCrashReports: "false" },
          "main.ts": program(cli.modules, "plain"),
          "checked.ts": program(cli.modulesWithNull, "checked", WITH_NULL),
        });
        // This simulates the registry: the plugin comes from a folder.
        installNullProvider(join(project.folder, "checked.out", "stacks", "checked"));
        expect(await project.run("node --version")).toContain(`v${cli.node}.`);

        await project.run(`npx ${cli.command} synth`);
        expect(await applied(`npx ${cli.command} diff`)).toContain("Plan: 1 to add, 0 to change, 0 to destroy.");
        expect(await applied(`npx ${cli.command} deploy --auto-approve`)).toContain("Resources: 1 added, 0 changed");
        expect(await applied(`npx ${cli.command} deploy --auto-approve ${checked}`)).toContain(
          "Resources: 2 added, 0 changed",
        );
        expect([versionIn("cdktf.out", "plain"), versionIn("checked.out", "checked")]).toEqual([[VERSION], [VERSION]]);

        await install(next);
        expect(await applied(`npx ${cli.command} diff`)).toContain("No changes.");
        expect(await applied(`npx ${cli.command} deploy --auto-approve`)).toContain("Resources: 0 added, 0 changed");
        expect(await applied(`npx ${cli.command} deploy --auto-approve ${checked}`)).toContain(
          "Resources: 0 added, 0 changed",
        );
        expect([versionIn("cdktf.out", "plain"), versionIn("checked.out", "checked")]).toEqual([
          [NEXT_VERSION],
          [NEXT_VERSION],
        ]);
        expect(await applied(`npx ${cli.command} destroy --auto-approve`)).toContain("Resources: 1 destroyed");
        expect(await applied(`npx ${cli.command} destroy --auto-approve ${checked}`)).toContain(
          "Resources: 2 destroyed",
        );
      } finally {
        project.remove();
      }
    },
  );

  test("is planned and deployed by the scripts that init writes", async () => {
    const project = projectOn("20");
    const install = (tarball: string) => project.run(`npm install --ignore-scripts "cdk-clickstack@file:${tarball}"`);
    try {
      await project.run(`npx --yes --package="${current}" cdk-clickstack init .`);
      const manifest = readFileSync(join(project.folder, "package.json"), "utf8");
      project.write({ "package.json": manifest.replace(`"${VERSION}"`, `"file:${current}"`) });
      await install(current);
      expect(await project.run("npm run plan || test $? = 2")).toContain("1 to create.");
      expect(await project.run("npm run deploy")).toContain("Applied observability: 1 added, 0 changed, 0 destroyed.");

      await install(next);
      expect(await project.run("npm run plan")).toContain("Nothing to do.");
      expect(await project.run("npm run deploy")).toContain("Nothing to do.");
      expect(readLockEntries(join(project.folder, "cdktf.out", "stacks", "observability"))).toMatchObject([
        { version: NEXT_VERSION },
      ]);
    } finally {
      project.remove();
    }
  });
});
