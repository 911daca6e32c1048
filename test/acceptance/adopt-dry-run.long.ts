import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { watch } from "node:fs/promises";
import { join } from "node:path";
import type { AdoptDocument } from "../../src/cli/commands/adopt/document";
import { seedIds } from "../../src/emulator";
import { type AdoptProject, adoptProjects } from "../support/cli/adopt-project";
import { BUILT_CLI, runCli } from "../support/cli/run-cli";
import { temporaryFolder } from "../support/constructs/synthesize";
import { type RunOptions, ServingProcess } from "../support/run-process";

/** The overrides replace values that the edits of `adopt` change. */
const MAIN = `import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { ClickStackProvider, Dashboard, SavedSearch, tile } from "cdk-clickstack/cdktn";
import { App, TerraformStack } from "cdktn";
import { declareSearch } from "@acme/shared/search.ts";

const app = new App();
const stack = new TerraformStack(app, "shop");
new ClickStackProvider(stack, "clickstack", { requestsPerWindow: 10000 });
const board = new Dashboard(stack, "board", {
  name: "Board",
  tiles: {
    errors: tile.search({ source: "${seedIds.logs}", select: "Body", x: 0, y: 0, w: 12 }),
    notes: tile.markdown({ markdown: "Call Ada.", x: 12, y: 0, w: 12 }),
  },
});
board.addOverride("tiles.notes.x", 12);
declareSearch(stack);
const notes = readFileSync(existsSync("notes.path") ? readFileSync("notes.path", "utf8") : "notes.json", "utf8");
Dashboard.fromJson(stack, "notes", notes);
new SavedSearch(stack, "two", { name: "Two", source: "${seedIds.logs}", where: "a" }).addOverride("where", "a");
const text = readFileSync("main.ts", "utf8");
if (existsSync("waits") && text.includes("Bo" + "ards")) {
  writeFileSync(readFileSync("waits", "utf8"), process.cwd());
  await new Promise(() => setInterval(() => undefined, 1000));
}
if (existsSync("fails") && process.cwd() !== readFileSync("fails", "utf8")) {
  throw new Error("runs elsewhere");
}
app.synth();
`;

const SEARCH = `import { SavedSearch } from "cdk-clickstack/cdktn";
import type { Construct } from "constructs";

export function declareSearch(scope: Construct): void {
  new SavedSearch(scope, "one", { name: "One", source: "${seedIds.logs}", where: "a" });
}
`;

const NOTES = JSON.stringify({
  name: "Notes",
  tiles: [{ name: "Old", x: 0, y: 0, w: 24, h: 3, config: { displayType: "markdown", markdown: "hello" } }],
});

/**
 * Returns the hashes of the files of a folder, including files of git and of stacks, without files of packages and
 * engines.
 */
function filesIn(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/[\\/](?:node_modules|\.terraform)[\\/]/.test(path));
  return new Map(
    files.map((path) => [
      path,
      `${statSync(path).mode} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`,
    ]),
  );
}

describe("a dry run in a monorepo", () => {
  let project: AdoptProject;
  let scratch: string;
  adoptProjects(
    (each) => {
      project = each;
      scratch = temporaryFolder();
    },
    {
      program: "apps/shop",
      files: {
        "package.json": JSON.stringify({ private: true, type: "module", workspaces: ["packages/*"] }),
        "apps/shop/main.ts": MAIN,
        "apps/shop/notes.json": NOTES,
        "packages/shared/package.json": JSON.stringify({ name: "@acme/shared", type: "module" }),
        "packages/shared/search.ts": SEARCH,
      },
      links: { "node_modules/@acme/shared": "../../packages/shared" },
    },
  );

  const options = (): RunOptions => {
    const { environment, ...rest } = project.runOptions;
    return { ...rest, environment: { ...environment, TMPDIR: scratch } };
  };
  const copies = () => readdirSync(scratch).filter((name) => name.startsWith("cdk-clickstack"));
  const adopt = async (...words: readonly string[]) => {
    const { exitCode, stdout, stderr } = await runCli(["adopt", ...words], options());
    return { exitCode, stderr, ...(words.includes("--json") && (JSON.parse(stdout) as AdoptDocument)) };
  };
  const edit = (name: string, x: number) =>
    project.edit("dashboards", "Board", (body) => {
      Object.assign(body, { name });
      Object.assign(body.tiles[1] ?? {}, { x });
    });
  const search = (name: string) =>
    project.edit("saved-searches", name, (body) => Object.assign(body, { where: "level:warn" }));

  test("suggests exactly the edits that --write keeps, and changes no file", async () => {
    await edit("Boards", 10);
    await search("One");
    await search("Two");
    const before = filesIn(project.path("."));
    const proposed = await adopt("--json");
    const checked = await adopt("--check");
    expect(filesIn(project.path("."))).toEqual(before);
    expect(copies()).toEqual([]);
    expect(proposed).toMatchObject({ exitCode: 2, written: false });
    expect(proposed.notVerified).toBeUndefined();
    const reasons = proposed.objects?.flatMap(({ address, notAdopted }) =>
      notAdopted.map(({ reason }) => `${address} ${reason}`),
    );
    expect(reasons).toEqual([
      expect.stringContaining(
        "clickstack_dashboard.board The edits of name, tiles.notes.x were left out, because the new plan is wrong: The plan still changes tiles.notes.x.",
      ),
      expect.stringContaining("clickstack_saved_search.two The edit was left out, because the new plan is wrong:"),
    ]);
    expect(checked.exitCode).toBe(2);
    expect(checked.stderr).toContain("The plan of a copy of the project confirms the patch.");
    const written = await adopt("--write", "--json");
    expect(written).toMatchObject({
      exitCode: 0,
      patch: proposed.patch,
      files: ["../../packages/shared/search.ts"],
    });
    expect(written.objects?.map(({ adopted }) => adopted)).toEqual(proposed.objects?.map(({ adopted }) => adopted));
    expect(project.read("packages/shared/search.ts")).toBe(SEARCH.replace('"a"', '"level:warn"'));
  }, 600_000);

  test("has the same exit code as --write if the plan confirms no edit", async () => {
    await edit("Board", 10);
    const reason = "shop/clickstack_dashboard.board: The plan still changes tiles.notes.x.";
    for (const mode of ["--check", "--write"]) {
      expect(await adopt(mode)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(reason) });
    }
  });

  test("prints the reason if a program cannot be verified in a copy", async () => {
    await edit("Boards", 12);
    project.write("apps/shop/fails", project.runOptions.cwd ?? "");
    const before = filesIn(project.path("."));
    const failing = await adopt("--json");
    expect(failing).toMatchObject({ exitCode: 2, files: ["main.ts"] });
    expect(failing.notVerified).toMatch(
      /^A copy of the project has another plan\. .* exited with code 1\. main\.ts:\d+ {2}Error: runs elsewhere$/,
    );
    expect(filesIn(project.path("."))).toEqual(before);
    expect(copies()).toEqual([]);
  });

  test("prints the path of a file that the program reads by its absolute path", async () => {
    project.write("apps/shop/notes.path", project.path("apps/shop/notes.json"));
    await project.edit("dashboards", "Notes", ({ tiles }) => Object.assign(tiles[0] ?? {}, { name: "New" }));
    const { notVerified, files } = await adopt("--json");
    expect({ notVerified, files }).toEqual({
      notVerified: "In a copy of the project, the program does not read notes.json.",
      files: ["notes.json"],
    });
  });

  test("removes the copy after Ctrl-C", async () => {
    await edit("Boards", 12);
    const place = temporaryFolder();
    project.write("apps/shop/waits", join(place, "waiting"));
    const before = filesIn(project.path("."));
    const changes = watch(place);
    await using run = new ServingProcess(process.execPath, [BUILT_CLI, "adopt"], options());
    for await (const { filename } of changes) {
      if (filename === "waiting") {
        break;
      }
    }
    const folder = join(scratch, copies()[0] ?? "");
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect((await run.end("SIGINT")).exitCode).toBe(130);
    expect(existsSync(folder)).toBe(false);
    expect(filesIn(project.path("."))).toEqual(before);
  });
});
