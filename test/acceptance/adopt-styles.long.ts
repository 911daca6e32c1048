import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { AdoptDocument } from "../../src/cli/commands/adopt/document";
import { seedIds } from "../../src/emulator";
import { type AdoptProject, adoptProjects, type ProjectForm, TSX_COMMAND } from "../support/cli/adopt-project";
import { temporaryFolder } from "../support/constructs/synthesize";

const BIN = join(__dirname, "..", "..", "node_modules", ".bin");

const TSC = join(BIN, "tsc");
const [MAIN_FILE, TEAM_FILE, VENDOR_FILE] = [
  "packages/infra/main.ts",
  "packages/shared/team.ts",
  "node_modules/vendor/index.js",
] as const;

const TEAM = `import { Dashboard, SavedSearch, tile } from "cdk-clickstack/cdktn";
import type { Construct } from "constructs";

export class Team extends Dashboard {
  constructor(scope: Construct, id: string) {
    super(scope, id, { name: "Team board", tags: ["a"] });
    this.addTile("notes", tile.markdown({ markdown: "first" }));
  }
}

export function addSearch(scope: Construct, id: string, where: string): void {
  new SavedSearch(scope, id, { name: \`Of \${id}\`, source: "${seedIds.logs}", where, orderBy: "Timestamp" });
}
`;

const MAIN = `import { ApiKey, ClickStackProvider, Dashboard, SavedSearch } from "cdk-clickstack/cdktn";
import { App, TerraformStack } from "cdktn";
import { Vendor } from "vendor";
import { addSearch, Team } from "../shared/team";

type Stacks = readonly TerraformStack[];
const app = new App();
const [shop, web]: Stacks = ["shop", "web"].map((id) => {
  const stack = new TerraformStack(app, id);
  new ClickStackProvider(stack, "clickstack", { requestsPerWindow: 10000 });
  return stack;
});
if (!shop || !web) throw new Error("no stacks");
new Team(shop, "team");
new Vendor(shop, "vendor");
const one = new SavedSearch(shop, "one", { name: "One", source: "${seedIds.logs}", where: "a" }); const two = new SavedSearch(shop, "two", { name: "Two", source: "${seedIds.logs}", where: "a" });
new SavedSearch(web, "three", { name: "Three", source: "${seedIds.logs}", where: "a" });
Dashboard.fromJson(shop, "json", { name: "Json", tiles: [] });
addSearch(shop, "four", "a");
addSearch(web, "five", "b");
for (const id of ["six"]) new SavedSearch(web, id, { name: "Six", source: "${seedIds.logs}", where: "a" });
app.synth();
`;

const VENDOR = `const { SavedSearch } = require("cdk-clickstack/cdktn");
exports.Vendor = class extends SavedSearch {
  constructor(scope, id) {
    super(scope, id, { name: "Vendor", source: "${seedIds.logs}", where: "a" });
  }
};
`;

const OPTIONS = { module: "commonjs", target: "es2022", strict: true, skipLibCheck: true, sourceMap: true };

/** A program in one of several packages. The shared package is in a folder next to it. */
const FORM: ProjectForm = {
  files: {
    "package.json": JSON.stringify({ type: "commonjs", workspaces: ["packages/*"] }),
    [MAIN_FILE]: MAIN,
    [TEAM_FILE]: TEAM,
    [VENDOR_FILE]: VENDOR,
    "node_modules/vendor/package.json": JSON.stringify({ name: "vendor", main: "index.js" }),
    "node_modules/vendor/index.d.ts": `export declare class Vendor { constructor(scope: unknown, id: string); }`,
    "packages/infra/tsconfig.json": JSON.stringify({ compilerOptions: { ...OPTIONS, outDir: "dist", rootDir: ".." } }),
    ".gitignore": "dist\nnode_modules\ncdktf.out\n*.tfstate*\n",
  },
  program: "packages/infra",
};

const ESBUILD = `${join(BIN, "esbuild")} main.ts --bundle --platform=node --packages=external --log-level=error`;

/** Programs that are compiled before they run. */
const STYLES: readonly (readonly [name: string, app: string])[] = [
  ["tsx", `${TSX_COMMAND} main.ts`],
  ["tsc", `${TSC} && node dist/infra/main.js`],
  ["a bundle", `${ESBUILD} --outfile=dist/main.cjs --sourcemap && node dist/main.cjs`],
  [
    "a minified bundle",
    `${ESBUILD} --outfile=dist/main.cjs --sourcemap=inline --minify --keep-names && node dist/main.cjs`,
  ],
  ["a bundle of ES modules", `${ESBUILD} --outfile=dist/main.mjs --format=esm --sourcemap && node dist/main.mjs`],
];

/**
 * Installs ts-node with a TypeScript version that has the JavaScript API. Returns the command that runs the program.
 */
function tsNodeCommand(): string {
  const folder = temporaryFolder();
  const packages = ["ts-node@10.9.2", "typescript@5.9.3"];
  execFileSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", ...packages], { stdio: "pipe" });
  const options = `--transpileOnly --compiler ${join(folder, "node_modules", "typescript")}`;
  return `node ${join(folder, "node_modules", "ts-node", "dist", "bin.js")} ${options} main.ts`;
}

describe("a program in TypeScript", () => {
  let project: AdoptProject;
  adoptProjects((each) => {
    project = each;
  }, FORM);

  /** Changes objects as a user of the UI does. */
  async function editAll(value: string): Promise<void> {
    await project.edit("dashboards", "Team board", (body) => {
      Object.assign(body, { tags: [value] });
      Object.assign(body.tiles[0]?.config ?? {}, { markdown: value });
    });
    for (const name of ["Two", "Three", "Six", "Of four", "Vendor"]) {
      await project.edit("saved-searches", name, (body) => Object.assign(body, { where: value }));
    }
  }

  async function adopt(): Promise<AdoptDocument> {
    const { stdout, stderr } = await project.cli("adopt", "--write", "--allow-dirty", "--json");
    expect(stderr).not.toContain("error");
    return JSON.parse(stdout) as AdoptDocument;
  }

  const namedIn = ({ objects }: AdoptDocument) =>
    objects.flatMap(({ address, notAdopted }) =>
      notAdopted.map(({ file, line, reason }) => `${address} ${file}:${line} ${reason}`),
    );

  /** The code of the edited files, in which the edited literals have other values. */
  const withValue = (text: string, value: string) =>
    text
      .replace(/("two", .*|web, "three".*|web, id, .*)where: "[^"]*"/g, `$1where: "${value}"`)
      .replace(/tags: \["[^"]*"\]/, `tags: ["${value}"]`)
      .replace(/markdown: "[^"]*"/, `markdown: "${value}"`);

  test("is edited in its own files for every way to run it, in all packages of the repository", async () => {
    const [main, team, vendor] = [MAIN_FILE, TEAM_FILE, VENDOR_FILE].map((file) => project.read(file));
    for (const [name, app] of [...STYLES, ["ts-node", tsNodeCommand()] as const]) {
      project.run(app);
      await editAll(name);
      const adopted = await adopt();
      expect([...adopted.files].sort()).toEqual(["../shared/team.ts", "main.ts"]);
      expect(namedIn(adopted)).toEqual([
        "clickstack_saved_search.four ../shared/team.ts:12 This line creates 2 objects.",
        'clickstack_saved_search.vendor main.ts:15 The code does not call "new SavedSearch" of cdk-clickstack here.',
      ]);
      expect(project.read(MAIN_FILE)).toBe(withValue(main ?? "", name));
      expect(project.read(TEAM_FILE)).toBe(withValue(team ?? "", name));
      expect(project.read(VENDOR_FILE)).toBe(vendor);
      await project.apply();
    }
  }, 600_000);

  test("is not edited if it has no source maps, or if it has compile errors", async () => {
    const main = project.read(MAIN_FILE);
    project.run(`${TSC} --sourceMap false && node dist/infra/main.js`);
    await project.edit("saved-searches", "Two", (body) => Object.assign(body, { where: "changed" }));
    const generated = await project.cli("adopt", "--write");
    expect(generated).toMatchObject({ exitCode: 3, stdout: "" });
    expect(generated.stderr).toMatch(
      /clickstack_saved_search\.two: dist\/infra\/main\.js:\d+: (Git ignores the file|The file is generated JavaScript)/,
    );
    project.run(`${TSC} && node dist/infra/main.js`);
    expect(await project.cli("adopt", "--check")).toMatchObject({ exitCode: 2, stdout: "" });
    project.run("node dist/infra/main.js");
    const stale = await project.cli("adopt", "--write");
    expect(stale).toMatchObject({ exitCode: 1, stdout: "" });
    expect(stale.stderr).toContain(`  shop/clickstack_saved_search.two: The plan still changes where.
Fix: If the program is compiled, let app in cdktf.json compile it before it runs.
`);
    expect(project.read(MAIN_FILE)).toBe(main);
  }, 300_000);
});
