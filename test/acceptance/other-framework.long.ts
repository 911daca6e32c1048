import { rmSync } from "node:fs";
import { join } from "node:path";
import { newProgram } from "../../src/cli/project/new-project";
import { linkPackage, projectOfInit } from "../support/init-project";
import type { UserProject } from "../support/user-project";

/** The sentence that the compiler must print. */
const IN_TYPES =
  "Import from 'cdk-clickstack/cdktn' in a program of cdktn, and from 'cdk-clickstack' in a program of cdktf";

let project: UserProject;

beforeAll(() => {
  project = projectOfInit();
});

afterAll(() => project.remove());

/** Makes only these frameworks available in the project. Each entry is a package by the name that a program imports. */
function install(packages: Readonly<Record<string, string>>): void {
  for (const name of ["cdktf", "cdktn"]) {
    rmSync(join(project.folder, "node_modules", name), { force: true });
  }
  for (const [name, from] of Object.entries(packages)) {
    linkPackage(project, name, from);
  }
}

/** Returns the output of the compiler and of a run of a program. */
async function check(program: string): Promise<{ readonly compiled: string; readonly printed: string }> {
  project.write({ "main.ts": program });
  const compiled = await project.run("node_modules/.bin/tsc || true");
  return { compiled, printed: await project.run("node_modules/.bin/tsx main.ts 2>&1 || true") };
}

const OF_CDKTF = newProgram({ framework: "cdktf" });
const OF_CDKTN = newProgram({ framework: "cdktn" });
const CDKTN_WITH_MAIN_ENTRY = OF_CDKTN.replace('"cdk-clickstack/cdktn"', '"cdk-clickstack"');
const CDKTF_WITH_OTHER_ENTRY = OF_CDKTF.replace('"cdk-clickstack"', '"cdk-clickstack/cdktn"');

test.each([
  {
    installed: "cdktn",
    program: CDKTN_WITH_MAIN_ENTRY,
    sentence: `Import from "cdk-clickstack/cdktn" instead of "cdk-clickstack" in a program of cdktn: cdktf is not installed.`,
  },
  {
    installed: "cdktf",
    program: CDKTF_WITH_OTHER_ENTRY,
    sentence: `Import from "cdk-clickstack" instead of "cdk-clickstack/cdktn" in a program of cdktf: cdktn is not installed.`,
  },
])(
  "a $installed program with the entry of a framework that is not installed has one error sentence in the compiler and at run time",
  async ({ installed, program, sentence }) => {
    install({ [installed]: installed });
    const { compiled, printed } = await check(program);
    expect(compiled).toContain(IN_TYPES);
    expect(printed).toBe(`Error: ${sentence}\n`);
    expect(printed).not.toMatch(/^ +at |Require stack/m);
  },
);

test.each([
  {
    framework: "cdktn",
    program: CDKTN_WITH_MAIN_ENTRY,
    sentence: `Import from "cdk-clickstack/cdktn" instead of "cdk-clickstack": the stack "observability" belongs to cdktn.`,
  },
  {
    framework: "cdktf",
    program: CDKTF_WITH_OTHER_ENTRY,
    sentence: `Import from "cdk-clickstack" instead of "cdk-clickstack/cdktn": the stack "observability" belongs to cdktf.`,
  },
])(
  "a $framework program with the entry of the other installed framework has one error sentence in the compiler and at run time",
  async ({ program, sentence }) => {
    install({ cdktf: "cdktf", cdktn: "cdktn" });
    const { compiled, printed } = await check(program);
    expect(compiled).toContain(IN_TYPES);
    expect(printed).toMatch(/^Error: main\.ts:9 {2}/);
    expect(printed).toContain(`${sentence}\n`);
  },
);

const EVERY_BASE_CLASS = `
import { Dashboard, EventCheck, KeyMaterial, Source } from "cdk-clickstack";
import { App, TerraformStack } from "cdktn";
import { Construct } from "constructs";

class Team extends Construct {}
class Base extends TerraformStack {}
class Stack extends Base {}

const team = new Team(new Stack(new App(), "observability"), "team");
const makes = {
  resource: () => new Dashboard(team, "board", { name: "Board", tiles: {} }),
  look_up: () => Source.byName(team, "Logs"),
  check: () => new EventCheck(team, "arrive", { source: "0123456789abcdef01234567" }),
  ephemeral: () => new KeyMaterial(team, "material"),
};
for (const [name, make] of Object.entries(makes)) {
  try {
    make();
  } catch (error) {
    console.log(name, error instanceof Error ? error.message : error);
  }
}
`;

test("every construct class recognizes the other framework from a scope inside a stack of a derived class", async () => {
  install({ cdktf: "cdktf", cdktn: "cdktn" });
  const { printed } = await check(EVERY_BASE_CLASS);
  const sentence = `Import from "cdk-clickstack/cdktn" instead of "cdk-clickstack": the stack "observability" belongs to cdktn.`;
  expect(printed.trim().split("\n")).toEqual(
    ["resource", "look_up", "check", "ephemeral"].map((name, index) => `${name} main.ts:${12 + index}  ${sentence}`),
  );
});

test("the error of the checks in the main entry contains the package that they require", async () => {
  install({ cdktf: "cdktf" });
  const { printed } = await check('import "cdk-clickstack/checks";\n');
  expect(printed).toBe(
    'Error: Run "npm install @cdktf/provider-null": with cdktf, "cdk-clickstack/checks" requires this package.\n',
  );
  expect(printed).not.toMatch(/^ +at |Require stack/m);
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ["cdktf with both frameworks", { cdktf: "cdktf", cdktn: "cdktn" }, OF_CDKTF],
  ["cdktn with both frameworks", { cdktf: "cdktf", cdktn: "cdktn" }, OF_CDKTN],
  ["cdktf with cdktn under the name cdktf", { cdktf: "cdktn" }, OF_CDKTF],
])("a program of %s compiles and runs with the entry of its framework", async (_, packages, program) => {
  install(packages);
  expect(await check(program)).toEqual({ compiled: "", printed: "" });
});
