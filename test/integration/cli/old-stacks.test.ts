import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callCli, withoutProgress } from "../../support/cli/call-cli";

/** Writes one stack with a saved search. The file `name.json` contains the name of the saved search. */
const PROGRAM = `
const { mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const out = process.env.WRONG_OUTDIR ?? process.env.CDKTF_OUTDIR;
const dashboard = { name: JSON.parse(readFileSync("name.json", "utf8")), tiles: {} };
mkdirSync(out + "/stacks/shop", { recursive: true });
writeFileSync(out + "/stacks/shop/cdk.tf.json", JSON.stringify({ terraform: {}, resource: { clickstack_dashboard: { board: dashboard } } }));
writeFileSync(out + "/manifest.json", JSON.stringify({ stacks: { shop: { name: "shop", workingDirectory: "stacks/shop" } } }));
`;

let folder: string;
const start = process.cwd();

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "old-stacks-")));
  writeFileSync(join(folder, "program.js"), PROGRAM);
  writeFileSync(join(folder, "cdktf.json"), JSON.stringify({ app: `"${process.execPath}" program.js` }));
  declare("Before");
  process.chdir(folder);
});

afterEach(() => {
  process.chdir(start);
  rmSync(folder, { recursive: true });
});

const declare = (name: string) => writeFileSync(join(folder, "name.json"), JSON.stringify(name));
const preview = async (...words: string[]) => {
  const { exitCode, stdout, stderr } = await callCli(["preview", "--json", ...words]);
  const titles =
    exitCode === 0 ? JSON.parse(stdout).dashboards.map(({ after }: { after: { title: string } }) => after.title) : [];
  return { exitCode, titles, said: withoutProgress(stderr) };
};

/** Sets the time of a file's last change to the future, because two writes can have the same time. */
const touch = (path: string) => utimesSync(join(folder, path), new Date(), new Date(Date.now() + 60_000));

test("a command runs the program of a folder, and uses the stacks of the last run with --no-synth", async () => {
  expect(await preview()).toEqual({ exitCode: 0, titles: ["Before"], said: "" });
  declare("After");
  expect((await preview("--no-synth")).titles).toEqual(["Before"]);
  expect((await preview("cdktf.out")).titles).toEqual(["Before"]);
  expect(await preview(".")).toEqual({ exitCode: 0, titles: ["After"], said: "" });
});

test.each([["cdktf.out"], ["cdktf.out/stacks/shop"], ["--no-synth"]])(
  "a command with %s warns about a program file that is newer than the stacks",
  async (place) => {
    await preview();
    expect((await preview(place)).said).toBe("");
    mkdirSync(join(folder, "node_modules", "some"), { recursive: true });
    mkdirSync(join(folder, "boards"));
    for (const path of ["node_modules/some/index.js", "plan.md", ".cache.json", "cdktf.out/stacks/shop/cdk.tf.json"]) {
      writeFileSync(join(folder, path), path.endsWith("cdk.tf.json") ? '{"terraform": {}, "resource": {}}' : "");
      touch(path);
    }
    const quiet = await callCli(["lint", "cdktf.out"]);
    expect(quiet.stderr).toBe("");
    writeFileSync(join(folder, "boards", "shop.ts"), "");
    touch("boards/shop.ts");
    expect((await callCli(["lint", "cdktf.out"])).stderr).toBe(
      "warning: boards/shop.ts is newer than cdktf.out, so the result may not show the program. Fix: Run the program, or name its folder instead of cdktf.out: then the command runs it.\n",
    );
    expect((await callCli(["preview", place, "--json"])).stderr).toContain(
      "warning: boards/shop.ts is newer than cdktf.out",
    );
  },
);

test("a program that writes its stacks to another folder causes an error, so that no command reads outdated stacks", async () => {
  await preview();
  process.env.WRONG_OUTDIR = join(folder, "elsewhere");
  try {
    const { exitCode, said } = await preview();
    expect(exitCode).toBe(1);
    expect(said).toBe(
      "error: The program did not write its stacks to cdktf.out. Fix: Set no outdir in new App(), and call app.synth(). Set output in cdktf.json for another folder.\n",
    );
  } finally {
    delete process.env.WRONG_OUTDIR;
  }
});

test.each(["deploy", "destroy"])(
  "%s without a terminal and without --yes causes an error before the command runs the program",
  async (command) => {
    expect(await callCli([command])).toMatchObject({
      exitCode: 1,
      stderr:
        "error: The command asks before it changes an object, and standard input is not a terminal. Fix: Add --yes. In CI also add --reviewed, so that only a reviewed plan is applied.\n",
    });
  },
);
