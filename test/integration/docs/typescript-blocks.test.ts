import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { INIT_STACK } from "../../../src/cli/project/project-form";
import { linkPackage, projectOfInit } from "../../support/init-project";
import { longTest } from "../../support/long-test";
import { codeBlocks } from "../../support/markdown-blocks";
import type { UserProject } from "../../support/user-project";

const EXAMPLES = join(__dirname, "..", "..", "..", "examples");

/** Files that the code blocks read. */
const READ_FILES = {
  "red.json": {
    name: "RED",
    tiles: ["66f1c0de0000000000000002", "Logs"].map((sourceId, index) => ({
      ...{ name: index === 0 ? "Error rate" : "Requests", x: 8 * index, y: 0, w: 8, h: 4 },
      config: { displayType: "line", sourceId, select: [{ aggFn: "count" }] },
    })),
  },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text that Terraform would evaluate.
  "runbook.md": "# ${service} fails\n",
};

const blocks = codeBlocks()
  .filter(({ language }) => language === "typescript")
  .map((block) => ({ ...block, file: `${block.place.replace(/\W/g, "_")}.ts` }));

/** A block that creates an app is a program. The other blocks are modules. */
const programs = blocks.filter(({ text }) => text.includes("new App("));

/** Imports every program in one process, with a folder for the stacks of each. */
const RUN_ALL = `
for (const file of process.argv.slice(2)) {
  process.env.CDKTF_OUTDIR = "out-" + file;
  await import("./" + file);
}
`;

const examples = readdirSync(EXAMPLES).filter((name) => existsSync(join(EXAMPLES, name, "main.ts")));
const onCdktf = examples.filter((name) => readExample(name).includes('from "cdktf"'));

function readExample(name: string): string {
  return readFileSync(join(EXAMPLES, name, "main.ts"), "utf8");
}

function copyExamples(names: readonly string[], { folder }: UserProject): void {
  for (const name of names) {
    cpSync(join(EXAMPLES, name), join(folder, name), { recursive: true });
  }
}

describe("a project that init writes", () => {
  let project: UserProject;

  beforeAll(() => {
    project = projectOfInit();
    project.write({ ...READ_FILES, ...Object.fromEntries(blocks.map(({ file, text }) => [file, text])) });
    const cdktnExamples = examples.filter((name) => !onCdktf.includes(name));
    copyExamples([...cdktnExamples, "testing-node"], project);
    linkPackage(project, "yaml"); // Of the example services-yaml.
  });

  afterAll(() => project.remove());

  test("accepts every TypeScript block of the documentation and every example in its type check", async () => {
    expect(blocks.filter(({ text }) => !/^(?:import|export) /m.test(text)).map(({ place }) => place)).toEqual([]);
    expect(await project.run("npm run --silent check -- --singleThreaded || true")).toBe("");
  });

  test("runs every TypeScript block, and each block with an app synthesizes the stack of npm run deploy", async () => {
    expect(programs.length).toBeGreaterThan(35);
    expect(programs.filter(({ text }) => !text.endsWith("app.synth();\n")).map(({ place }) => place)).toEqual([]);
    project.write({ "run-all.ts": RUN_ALL });
    await project.run(`node_modules/.bin/tsx run-all.ts ${blocks.map(({ file }) => file).join(" ")}`);
    for (const { file, place } of programs) {
      const folder = join(project.folder, `out-${file}`, "stacks");
      const stacks = readdirSync(folder);
      // Pages about several environments or teams have several stacks.
      const [only = INIT_STACK, ...others] = stacks;
      expect({ place, stack: others.length > 0 ? INIT_STACK : only }).toEqual({ place, stack: INIT_STACK });
      const texts = stacks.map((stack) => readFileSync(join(folder, stack, "cdk.tf.json"), "utf8"));
      const providers = texts.map((text) => Object.keys((JSON.parse(text) as { provider: object }).provider)[0]);
      expect({ place, providers }).toEqual({ place, providers: stacks.map(() => "clickstack") });
    }
  });

  longTest("passes npm test, and the tests of examples/testing-node fail if a threshold changes", async () => {
    expect(await project.run("npm test")).toMatch(/ pass 1$/m);
    const [stack, tests] = ["stack.ts", "alerts.test.ts"].map((file) =>
      readFileSync(join(EXAMPLES, "testing-node", file), "utf8"),
    );
    const thresholds = { lower: "above(99)", higher: "above(131)" };
    for (const [name, threshold] of Object.entries(thresholds)) {
      const mutated = String(stack).replace("above(100)", threshold);
      project.write({ [`${name}/stack.ts`]: mutated, [`${name}/alerts.test.ts`]: String(tests) });
    }
    const files = Object.keys(thresholds).map((name) => `${name}/alerts.test.ts`);
    const output = await project.run(`node_modules/.bin/tsx --test --test-reporter=tap ${files.join(" ")} || true`);
    const failed = [...output.matchAll(/^ *not ok \d+ - (?!.*\.test\.ts$)(.*)$/gm)].map(([, name]) => name);
    expect(failed.sort()).toEqual([
      "99 errors in each window stay quiet",
      "an incident fires at the end of its first window with 100 errors",
    ]);
    expect(output).toMatch(/^# pass 6$/m);
    expect(output).toContain("131 ┼┄┄┄");
  });
});

longTest("the example for cdktf passes the type check in a project that init writes for cdktf", async () => {
  expect(onCdktf).toEqual(["raw-sql"]);
  expect(readExample("raw-sql")).toContain("// This program uses cdktf.");
  const project = projectOfInit({ framework: "cdktf" });
  try {
    copyExamples(onCdktf, project);
    expect(await project.run("npm run --silent check -- --singleThreaded || true")).toBe("");
  } finally {
    project.remove();
  }
});
