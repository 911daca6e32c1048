import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import packageJson from "../../../package.json";
import type { Emulator } from "../../../src/emulator";
import { emulatorForEachTest } from "../../support/emulator/emulator-for-tests";
import { environmentFor } from "../../support/environment";
import { packedPackage, UserProject } from "../../support/user-project";
import { dependenciesOf, FORMS, NODE_PACKAGE, NODES, type ProjectForm, programFor } from "./forms";

/** The package managers that all projects share. */
const MANAGERS = {
  bun: packageJson.devDependencies.bun,
  pnpm: "10.34.8",
  yarn: "1.22.22",
  "@yarnpkg/cli-dist": "4.18.1",
};

const chosen = process.env.PROJECT_FORMS;
const forms = Object.entries(FORMS).filter(([name]) => chosen === undefined || name.includes(chosen));

const INSTALL: Readonly<Record<ProjectForm["manager"], string>> = {
  npm: "npm install",
  workspaces: "npm install",
  bun: "bun install",
  pnpm: "pnpm install",
  yarn: "yarn install",
  "plug-n-play": "yarn install",
};

describe("the project of a user", () => {
  let tools: string;
  let tarball: string;
  let emulator: Emulator;
  emulatorForEachTest((each) => {
    emulator = each;
  });

  beforeAll(() => {
    tools = mkdtempSync(join(tmpdir(), "clickstack-tools-"));
    tarball = packedPackage();
    const fetched = [
      ...Object.entries(NODES).map(([major, version]) => [join("nodes", major), `${NODE_PACKAGE}@${version}`]),
      ...Object.entries(MANAGERS).map(([name, version]) => [join("managers", name), `${name}@${version}`]),
    ] as const;
    for (const [folder = "", name = ""] of fetched) {
      execFileSync("npm", ["install", "--silent", "--prefix", join(tools, folder), name], {
        cwd: tools,
        stdio: "pipe",
      });
    }
  });

  afterAll(() => rmSync(tools, { recursive: true, force: true }));

  /** Node of a version, and the package manager. */
  function pathOf({ node, manager }: Pick<ProjectForm, "node" | "manager">): readonly string[] {
    const bin = (folder: string) => join(tools, "managers", folder, "node_modules", ".bin");
    const managers = {
      npm: [],
      workspaces: [],
      bun: [bin("bun")],
      pnpm: [bin("pnpm")],
      yarn: [bin("yarn")],
      "plug-n-play": [bin("@yarnpkg/cli-dist")],
    };
    return [join(tools, "nodes", node, "node_modules", NODE_PACKAGE, "bin"), ...managers[manager]];
  }

  function projectOf(form: ProjectForm): UserProject {
    const yarn = {
      YARN_CACHE_FOLDER: join(tools, "yarn"),
      YARN_ENABLE_TELEMETRY: "0",
      YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
    };
    const environment = environmentFor(emulator.endpoints);
    return new UserProject(pathOf(form), form.manager === "plug-n-play" ? { ...environment, ...yarn } : environment);
  }

  function write(project: UserProject, form: ProjectForm, below: string): void {
    const dependencies = dependenciesOf(form, tarball, packageJson.devDependencies);
    const { compilerOptions } = form;
    project.write({
      [`${below}package.json`]: { name: "observability", private: true, type: form.type, dependencies },
      [`${below}${form.main ?? "main.ts"}`]: programFor(form),
      ...(compilerOptions && {
        [`${below}tsconfig.json`]: {
          compilerOptions: { ...compilerOptions, strict: true, types: ["node"], skipLibCheck: false },
          files: ["main.ts"],
        },
      }),
      ...(below !== "" && { "package.json": { private: true, workspaces: ["packages/*"] } }),
      ...(form.manager === "plug-n-play" && { "yarn.lock": "", ".yarnrc.yml": "nodeLinker: pnp\n" }),
    });
  }

  test.each(forms)(
    "is installed, type-checked, synthesized and applied, and the next plan is empty: %s",
    async (_, form) => {
      const below = form.manager === "workspaces" ? "packages/observability/" : "";
      const project = projectOf(form);
      try {
        write(project, form, below);
        await project.run(INSTALL[form.manager]);
        expect(await project.run("node --version")).toContain(`v${form.node}.`);
        if (form.compilerOptions) {
          await project.run(
            form.manager === "pnpm"
              ? "pnpm exec tsc --noEmit"
              : form.manager === "yarn"
                ? "yarn -s tsc --noEmit"
                : "npx tsc --noEmit",
            below,
          );
        }
        await project.run(form.run, below);
        expect(await project.apply(join(below, "cdktf.out"))).toContain("Resources: 2 added, 0 changed, 0 destroyed.");
      } finally {
        project.remove();
      }
    },
  );

  const importing = forms.filter(([, { manager, compilerOptions }]) => manager === "npm" && compilerOptions);

  // test.each fails if --only selects no form that imports.
  for (const [name, form] of importing) {
    test(`imports objects, type-checks the code, and runs it: ${name}`, async () => {
      const project = projectOf(form);
      try {
        write(project, form, "");
        await project.run(INSTALL[form.manager]);
        const said = await project.run(
          "npx cdk-clickstack import imported --kind dashboard --kind alert --kind webhook",
        );
        expect(said).toContain("Verified");
        const config = JSON.parse(readFileSync(join(project.folder, "tsconfig.json"), "utf8"));
        project.write({ "tsconfig.json": { ...config, files: ["imported/main.ts"] } });
        await project.run("npx tsc --noEmit");
        await project.run(form.run.replaceAll("main.", "imported/main.").replaceAll("dist/imported/", "dist/"));
        expect(readdirSync(join(project.folder, "cdktf.out", "stacks"))).toEqual(["clickstack"]);
      } finally {
        project.remove();
      }
    });
  }
});
