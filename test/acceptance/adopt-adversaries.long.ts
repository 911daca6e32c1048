import { readdirSync, rmSync, statSync } from "node:fs";
import { watch } from "node:fs/promises";
import { join } from "node:path";
import type { AdoptDocument } from "../../src/cli/commands/adopt/document";
import { seedIds } from "../../src/emulator";
import { type AdoptProject, adoptProjects } from "../support/cli/adopt-project";
import { BUILT_CLI } from "../support/cli/run-cli";
import { ServingProcess } from "../support/run-process";

const HEAD = `\ufeffimport { ClickStackProvider, SavedSearch } from 'cdk-clickstack/cdktn';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { App, TerraformStack } from 'cdktn';

console.log('\\u001b[2Jprinted by the program');
const app = new App();
const stack = new TerraformStack(app, 'shop');
new ClickStackProvider(stack, 'clickstack', { requestsPerWindow: 10000 });
const source = '${seedIds.logs}';
`;
const SEARCHES = `for (const id of ['three']) {
\tnew SavedSearch(stack, id, { name: '__proto__', source, where: 'a' });
}
new SavedSearch(stack, 'one', {
\tname: 'One',
\tsource,
\twhere: 'a',
});
new SavedSearch(stack, 'two', { name: 'Two', source, where: 'a' });
`;
/** Runs the hooks of a test, which can see the edited source. The program waits until the file `wait` exists. */
const HOOKS = `const text = readFileSync('main.ts', 'utf8');
if (existsSync('fails') && text.includes(readFileSync('fails', 'utf8'))) {
\tthrow new Error('broken by \\u001b[31mthe edit');
}
if (existsSync('interferes') && text.includes('b' + 1)) {
\twriteFileSync('main.ts', text + '// another person\\n');
}
if (existsSync('waits') && text.includes('b' + 1)) {
\twriteFileSync('waiting', '');
\tawait new Promise(() => setInterval(() => undefined, 1000));
}
app.synth();`;

const PROGRAM = (HEAD + SEARCHES + HOOKS).replaceAll("\n", "\r\n");

/** Lists the files of a folder with their size and time, without git's folder and the folder of stacks. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/[\\/](?:\.git|node_modules|cdktf\.out)[\\/]/.test(path))
    .map((path) => `${path} ${statSync(path).size} ${statSync(path).mtimeMs}`)
    .sort();
}

describe("a program with CRLF, tabs, a byte order mark and no final line end", () => {
  let project: AdoptProject;
  adoptProjects(
    (each) => {
      project = each;
    },
    { files: { "package.json": JSON.stringify({ type: "module" }), "main.ts": PROGRAM } },
  );

  const edit = (name: string, where: string) =>
    project.edit("saved-searches", name, (body) => Object.assign(body, { where }));
  const adopted = (text: string, id: string, where: string) =>
    text.replace(new RegExp(`(SavedSearch\\(stack, ${id},[^}]*?where: )'a'`, "s"), (_, start) => `${start}'${where}'`);

  test("gets a patch on standard output that git accepts, and --check writes no file", async () => {
    await edit("One", "b1");
    await edit("__proto__", "b2");
    const before = filesIn(project.path("."));
    const checked = await project.cli("adopt", "--check");
    expect(checked).toMatchObject({ exitCode: 2, stdout: "" });
    expect(checked.stderr).not.toContain("printed by the program");
    expect(filesIn(project.path("."))).toEqual(before);
    const { stdout } = await project.cli("adopt");
    project.write("adopt.patch", stdout);
    project.git("apply", "adopt.patch");
    expect(project.read("main.ts")).toBe(adopted(adopted(PROGRAM, "'one'", "b1"), "id", "b2"));
  });

  test("keeps the edits that the plan confirms, and loses the edit that makes the program fail", async () => {
    await edit("One", "b1");
    await edit("Two", "b2");
    project.write("fails", "b2");
    const { exitCode, stdout } = await project.cli("adopt", "--write", "--json");
    expect(exitCode).toBe(0);
    const { written, objects } = JSON.parse(stdout) as AdoptDocument;
    expect(written).toBe(true);
    expect(objects.map(({ address, adopted: props }) => [address, props])).toEqual([
      ["clickstack_saved_search.one", ["where"]],
      ["clickstack_saved_search.two", []],
    ]);
    expect(objects[1]?.notAdopted).toEqual([
      { prop: "where", reason: expect.stringContaining("The edit was undone, because the new plan is wrong:") },
    ]);
    expect(objects[1]?.notAdopted[0]?.reason).toContain("Error: broken by");
    expect(project.read("main.ts")).toBe(adopted(PROGRAM, "'one'", "b1"));
    expect((await project.cli("plan", "cdktf.out")).stdout).toContain("two");
  });

  test("is not overwritten if another person changes it during the verification", async () => {
    await edit("One", "b1");
    project.write("interferes", "");
    const { exitCode, stderr } = await project.cli("adopt", "--write");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Another program changed main.ts during the verification.");
    expect(project.read("main.ts")).toContain("// another person\n");
  });

  test("is restored after Ctrl-C during the verification", async () => {
    await edit("One", "b1");
    project.write("waits", "");
    const changes = watch(project.path("."));
    await using run = new ServingProcess(process.execPath, [BUILT_CLI, "adopt", "--write"], project.runOptions);
    for await (const { filename } of changes) {
      if (filename === "waiting") {
        break;
      }
    }
    expect(project.read("main.ts")).toBe(adopted(PROGRAM, "'one'", "b1"));
    // Simulates that the program wrote the stacks of the edits just before the interrupt.
    const output = join("cdktf.out", "stacks", "shop", "cdk.tf.json");
    const synthesized = project.read(output);
    project.write(output, "{}");
    expect((await run.end("SIGINT")).exitCode).toBe(130);
    expect(project.read("main.ts")).toBe(PROGRAM);
    expect(project.read(output)).toBe(synthesized);
  });

  test("is not edited if it fails, and its error is printed without terminal control characters", async () => {
    await edit("One", "b1");
    project.write("fails", "SavedSearch");
    const { exitCode, stdout, stderr } = await project.cli("adopt", "--write");
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toContain("Error: broken by the edit");
    expect(stderr).not.toContain("\u001b");
    expect(project.read("main.ts")).toBe(PROGRAM);
    rmSync(project.path("fails"));
  });
});
