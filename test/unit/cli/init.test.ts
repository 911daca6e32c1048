import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands } from "../../../src/cli/main";
import { callCli } from "../../support/cli/call-cli";

const ROOT = join(__dirname, "..", "..", "..");

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "clickstack-init-"));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const init = (...words: string[]) => callCli(["init", ...words]);
const read = (folder: string, file: string) => readFileSync(join(root, folder, file), "utf8");

test("init writes a project of ES modules for cdktn, and prints the next commands", async () => {
  const folder = join(root, "My observability");
  const { exitCode, stdout } = await init(folder, "--no-terraform", "--json");
  expect(exitCode).toBe(0);
  const { kind, files, next } = JSON.parse(stdout);
  expect(kind).toBe("init");
  const program = ["package.json", "tsconfig.json", "cdktf.json", "main.ts", "alerts.test.ts"];
  expect(files).toEqual([...program, "AGENTS.md", ".gitignore"]);
  expect(readdirSync(folder).sort()).toEqual([...files].sort());
  expect(read("My observability", ".gitignore").split("\n")).toEqual(
    expect.arrayContaining([".env", ".clickstack-*.json"]),
  );
  expect(next).toEqual([expect.stringMatching(/^cd '.*My observability'$/), "npm install", "npm run deploy"]);
  const { name, type, dependencies, devDependencies } = JSON.parse(read("My observability", "package.json"));
  expect(name).toBe("my-observability");
  expect(type).toBe("module");
  expect(Object.keys(dependencies)).toEqual(["cdk-clickstack", "cdktn", "constructs"]);
  expect(Object.keys(devDependencies)).toEqual(["@types/node", "tsx", "typescript"]);
  expect(read("My observability", "main.ts")).toContain('from "cdk-clickstack/cdktn";');
});

test("a project for cdktf imports only cdktf, and --terraform lets npm install the engine", async () => {
  await init(join(root, "old"), "--framework", "cdktf", "--terraform");
  expect(read("old", "package.json")).not.toContain("cdktn");
  expect(read("old", "main.ts")).not.toContain("cdktn");
  expect(JSON.parse(read("old", "package.json")).devDependencies).toHaveProperty("@jahed/terraform");
});

test("every script of a project runs its program, so that no script uses an outdated stack", async () => {
  await init(join(root, "fresh"), "--no-terraform");
  const { scripts } = JSON.parse(read("fresh", "package.json"));
  const { synth, lint, plan, deploy, drift, destroy } = scripts;
  expect({ synth, lint, plan, deploy, drift, destroy }).toEqual({
    synth: "tsx main.ts",
    lint: "cdk-clickstack lint",
    plan: "cdk-clickstack plan --init",
    deploy: "cdk-clickstack deploy",
    drift: "cdk-clickstack drift --init",
    destroy: "cdk-clickstack destroy",
  });
  expect(JSON.stringify(scripts)).not.toContain("cdktf.out");
});

describe("AGENTS.md", () => {
  test("names only scripts, commands, types and pages that a project has", async () => {
    await init(join(root, "agents"), "--no-terraform");
    const text = read("agents", "AGENTS.md");
    const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = ""]) => name);
    const { scripts } = JSON.parse(read("agents", "package.json"));
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named(/`npm (?:run )?(\w+)`/g)));
    expect(Object.keys(commands)).toEqual(expect.arrayContaining(named(/`npx cdk-clickstack ([\w-]+)/g)));
    const types = named(/`([\w-]+)\.d\.ts`/g).map((name) => join(ROOT, "src", "constructs", `${name}.ts`));
    const pages = named(/`(?:node_modules\/cdk-clickstack\/)?(docs\/[\w./-]+)`/g).map((page) => join(ROOT, page));
    expect([types.length, pages.length]).toEqual([7, 4]);
    expect([...types, ...pages].filter((file) => !existsSync(file))).toEqual([]);
    expect(text.split("\n").length).toBeLessThanOrEqual(80);
  });

  test.each([
    ["github", "the bucket that `main.ts` names"],
    ["gitlab", "`main.ts` needs `STATE_ADDRESS`"],
  ])("names the state of a project for %s", async (ci, advice) => {
    await init(join(root, ci), "--ci", ci);
    expect(read(ci, "AGENTS.md")).toContain(`\n## State\n\nThe backend in \`main.ts\` stores the state. `);
    expect(read(ci, "AGENTS.md")).toContain(advice);
  });
});

test.each([
  ["github", ".github/workflows/clickstack.yml"],
  ["gitlab", ".gitlab-ci.yml"],
])("init --ci %s prints the files that describe the settings of the first deploy", async (ci, file) => {
  const { stdout } = await init(join(root, ci), "--ci", ci);
  expect(stdout).toContain(`Before the first deploy, set the settings of the state that main.ts and ${file} describe.`);
});

test("no file is written if one of the project's files exists with another text", async () => {
  mkdirSync(join(root, "mine"));
  writeFileSync(join(root, "mine", "main.ts"), "// mine");
  const { exitCode, stderr } = await init(join(root, "mine"));
  expect(exitCode).toBe(1);
  expect(readdirSync(join(root, "mine"))).toEqual(["main.ts"]);
  expect(stderr).toContain("already contains main.ts. No files were written.");
  expect(read("mine", "main.ts")).toBe("// mine");
});

test("a file at the path of the project folder causes an error with the path and the fix", async () => {
  const file = join(root, "file");
  writeFileSync(file, "");
  const { exitCode, stderr } = await init(file);
  const said = `error: ${file} cannot be used: a file of this name already exists. Name another place.\n`;
  expect(exitCode).toBe(1);
  expect(stderr).toEqual(said);
});

test("a second init of the same project changes nothing", async () => {
  const first = await init(join(root, "twice"), "--no-terraform");
  const second = await init(join(root, "twice"), "--no-terraform");
  expect(first.exitCode).toBe(0);
  expect(second.exitCode).toBe(0);
});
