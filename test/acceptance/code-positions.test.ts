import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type BuildOptions, buildSync } from "esbuild";
import { readStack, temporaryFolder } from "../support/constructs/synthesize";
import { longTest } from "../support/long-test";
import { runProcess } from "../support/run-process";

const ROOT = join(__dirname, "..", "..");
const TSX = createRequire(__filename).resolve("tsx/cli");

const BOARD = `import { Dashboard, count, tile } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

interface Props {
  readonly name: string;
}

export class Board extends Dashboard {
  constructor(stack: TerraformStack, id: string, { name }: Props) {
    super(stack, id, { name });
    this.addTile("errors", tile.line({ source: "0123456789abcdef01234567", select: [count()] }));
  }
}
`;

const MAIN = `import { ClickStackProvider, SavedSearch } from "cdk-clickstack";
import { App, TerraformStack } from "cdktf";
import { LibraryBoard } from "board-library";
import { Board } from "./board.js";

interface Unused {
  readonly text: string;
}

const app = new App();
const stack = new TerraformStack(app, "shop");
new ClickStackProvider(stack, "clickstack", { executable: "package.json" });
new Board(stack, "own", { name: "Own" });
  new LibraryBoard(stack, "library");
new SavedSearch(stack, "search", { name: "Search", source: "0123456789abcdef01234567" });
app.synth();
`;

const LIBRARY = `const { Dashboard } = require("cdk-clickstack");
exports.LibraryBoard = class extends Dashboard {
  constructor(scope, id) {
    super(scope, id, { name: id });
  }
};
`;

/** Creates a project with a library that extends a class of the package. */
function project(type: "module" | "commonjs"): string {
  const folder = temporaryFolder();
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  write("package.json", JSON.stringify({ type }));
  write("infra/main.ts", MAIN);
  write("infra/board.ts", BOARD);
  write("node_modules/board-library/index.js", LIBRARY);
  write("node_modules/board-library/package.json", JSON.stringify({ name: "board-library", main: "index.js" }));
  symlinkSync(ROOT, join(folder, "node_modules", "cdk-clickstack"));
  for (const name of ["cdktf", "constructs"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  }
  return folder;
}

/** Runs a program and returns the recorded positions of its resources. */
async function positionsOf(folder: string, args: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const environment = { CHECKPOINT_DISABLE: "1", CDKTF_OUTDIR: undefined, NODE_OPTIONS: undefined };
  const { exitCode, stderr } = await runProcess(process.execPath, args, { cwd: folder, environment });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  const { resource = {} } = readStack(join(folder, "cdktf.out", "stacks", "shop"));
  const named = Object.values(resource).flatMap((blocks) => Object.entries(blocks));
  return Object.fromEntries(named.map(([name, block]) => [name, (block["//"] as Record<string, unknown>).clickstack]));
}

function compiled(folder: string, options: BuildOptions): void {
  buildSync({ absWorkingDir: folder, platform: "node", format: "cjs", logLevel: "error", ...options });
}

const FILES = { entryPoints: ["infra/main.ts", "infra/board.ts"], outdir: "out" };
const BUNDLE = { entryPoints: ["infra/main.ts"], bundle: true, external: ["cdktf", "constructs", "board-library"] };

/** Positions in the TypeScript files. They are the same for every way to run the program. */
const IN_TYPESCRIPT = {
  own: { source: "infra/board.ts:10:5", tiles: { errors: "infra/board.ts:11:33" }, layout: ["errors"] },
  library: { source: "infra/main.ts:14:3" },
  search: { source: "infra/main.ts:15:1" },
};

test("each way to run a TypeScript program records the lines of the TypeScript files", async () => {
  const [esm, maps, inline, bundle] = [
    project("module"),
    project("commonjs"),
    project("commonjs"),
    project("commonjs"),
  ];
  compiled(maps, { ...FILES, sourcemap: true });
  compiled(inline, { ...FILES, sourcemap: "inline" });
  compiled(bundle, { ...BUNDLE, outfile: "out/main.js", sourcemap: true, minify: true, keepNames: true });
  const found = await Promise.all([
    positionsOf(esm, [TSX, "infra/main.ts"]),
    positionsOf(maps, ["out/main.js"]),
    positionsOf(inline, ["--enable-source-maps", "out/main.js"]),
    positionsOf(bundle, ["out/main.js"]),
  ]);
  expect(found).toEqual([IN_TYPESCRIPT, IN_TYPESCRIPT, IN_TYPESCRIPT, IN_TYPESCRIPT]);
});

longTest(
  "programs without source maps record the lines of their JavaScript files, and a bundle records no lines of the package",
  async () => {
    const [plain, bundle] = [project("commonjs"), project("commonjs")];
    const name = "o [u](t) `%20%41#?\n\u202e";
    compiled(plain, { ...FILES, outdir: name });
    writeFileSync(join(plain, name, "board.js.map"), "{}");
    compiled(bundle, { ...BUNDLE, outfile: "out/main.js" });
    const [ofPlain, ofBundle] = await Promise.all([
      positionsOf(plain, [`${name}/main.js`]),
      positionsOf(bundle, ["out/main.js"]),
    ]);
    expect(ofPlain.search).toEqual({
      source: expect.stringMatching(/^o \[u\]\(t\) `%20%41#\?\n\u202e\/main\.js:\d+:1$/),
    });
    expect(ofBundle).toMatchObject({ own: undefined, search: undefined });
  },
);
