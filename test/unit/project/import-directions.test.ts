import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

const SOURCES = join(__dirname, "..", "..", "..", "src");

/**
 * The folders of `src` from which a folder can import (docs/architecture.md). All folders can import files of `src`
 * itself.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  plugin: [],
  declaration: [],
  client: [],
  drawing: [],
  resources: ["declaration", "client", "plugin"],
  provider: ["resources", "client", "plugin", "declaration"],
  install: [],
  evaluation: ["drawing", "declaration", "resources"],
  testing: ["evaluation", "drawing", "declaration", "resources", "constructs"],
  constructs: ["declaration", "resources", "install"],
  packs: ["constructs", "resources"],
  emulator: ["drawing"],
};

/** The folders of `src/plugin`, from the top layer to the bottom layer. A layer imports only from layers below it. */
const PLUGIN_LAYERS = ["host", "rpc", "plan", "provider", "schema", "values", "wire", "protocol", "log"];

const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => file.split(sep).join("/"));

function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(SOURCES, file), "utf8");
  const specifiers = text.matchAll(/(?:from|import\(|require\()\s*"(\.[^"]*)"/g);
  return [...specifiers].map(([, specifier = ""]) =>
    relative(SOURCES, join(SOURCES, dirname(file), specifier))
      .split(sep)
      .join("/"),
  );
}

test.each(Object.keys(ALLOWED))("src/%s imports only from folders below it", (folder) => {
  const wrong = files
    .filter((file) => file.startsWith(`${folder}/`))
    .flatMap((file) =>
      importsOf(file)
        .filter((path) => path.includes("/"))
        .filter((path) => ![folder, ...(ALLOWED[folder] ?? [])].includes(path.split("/")[0] ?? ""))
        .map((path) => `${file} -> ${path}`),
    );
  expect(wrong).toEqual([]);
  expect(files.some((file) => file.startsWith(`${folder}/`))).toBe(true);
});

test("every folder of src/plugin is a layer", () => {
  const folders = files.map((file) => /^plugin\/([^/]+)\//.exec(file)?.[1]).filter((folder) => folder !== undefined);
  expect([...new Set(folders)].sort()).toEqual([...PLUGIN_LAYERS].sort());
});

test.each(PLUGIN_LAYERS)("src/plugin/%s imports only from layers below it", (layer) => {
  const allowed = PLUGIN_LAYERS.slice(PLUGIN_LAYERS.indexOf(layer));
  const wrong = files
    .filter((file) => file.startsWith(`plugin/${layer}/`))
    .flatMap((file) =>
      importsOf(file)
        .filter((path) => path.includes("/"))
        .filter((path) => !allowed.some((each) => path.startsWith(`plugin/${each}/`)))
        .map((path) => `${file} -> ${path}`),
    );
  expect(wrong).toEqual([]);
});

test("constructs import only the declaration of a resource and the reader of exported dashboards", () => {
  const taken = files.filter((file) => file.startsWith("constructs/")).flatMap(importsOf);
  const others = taken.filter(
    (path) =>
      path.startsWith("resources/") &&
      !/^resources\/(declarations|declared-types|provider-arguments|(?:[\w-]+\/)+[\w-]*declaration|dashboard\/(tiles|from-json)\/[\w-]+)$/.test(
        path,
      ),
  );
  expect(others).toEqual([]);
});

test("only one file of the constructs imports cdktf or cdktn", () => {
  const naming = files.filter((file) => /from "(cdktf|cdktn)"/.test(readFileSync(join(SOURCES, file), "utf8")));
  expect(naming).toEqual(["constructs/framework.ts"]);
});

/** The folders of `src/client`, from the lowest layer to the highest. */
const CLIENT_LAYERS = ["http", "limits", "retry", "reads", "creates", "collections"];

/** Returns the layer of a file of `src/client`. Files outside of the folders are below all of them. */
function clientLayer(path: string): number {
  return CLIENT_LAYERS.indexOf(path.split("/").at(-2) ?? "");
}

test("each layer of the client imports only from the layers below it", () => {
  const inClient = files.filter((file) => file.startsWith("client/"));
  const folders = new Set(inClient.map((file) => file.split("/").at(-2)));
  expect([...folders].sort()).toEqual(["client", ...CLIENT_LAYERS].sort());
  const wrong = inClient
    .filter((file) => file !== "client/index.ts")
    .flatMap((file) =>
      importsOf(file)
        .filter((path) => path.startsWith("client/") && clientLayer(path) > clientLayer(file))
        .map((path) => `${file} -> ${path}`),
    );
  expect(wrong).toEqual([]);
});

test("the shared code of resource types imports no particular resource type", () => {
  const shared = files.filter((file) => file.startsWith("resources/shared/"));
  expect(shared.length).toBeGreaterThan(10);
  const wrong = shared.flatMap((file) =>
    importsOf(file)
      .filter((path) => path.startsWith("resources/"))
      .filter((path) => !/^resources\/(shared\/[\w-]+|client|resource-type)$/.test(path))
      .map((path) => `${file} -> ${path}`),
  );
  expect(wrong).toEqual([]);
});

/** The folders of `src/cli`, from the top layer to the bottom layer (docs/architecture.md). */
const CLI_LAYERS = ["commands", "reports", "code", "server", "project", "engine", "terminal"];

/** Returns `commands/plan` for a file of this command, and the layer for other files. */
function cliFolder(path: string): string {
  const [, layer = "", command = ""] = path.split("/");
  return layer === "commands" ? `commands/${command}` : layer;
}

test("each layer of the command line imports only from the layers below it, and no command imports another", () => {
  const inCli = files.filter((file) => /^cli\/.+\//.test(file));
  expect([...new Set(inCli.map((file) => file.split("/")[1] ?? ""))].sort()).toEqual([...CLI_LAYERS].sort());
  const layerOf = (path: string) => CLI_LAYERS.indexOf(path.split("/")[1] ?? "");
  const wrong = inCli.flatMap((file) =>
    importsOf(file)
      .filter((path) => path.startsWith("cli/") && cliFolder(path) !== cliFolder(file))
      .filter((path) => layerOf(path) <= layerOf(file))
      .map((path) => `${file} -> ${path}`),
  );
  expect(wrong).toEqual([]);
});

/**
 * The folders of `src/cli/code`, from the top layer to the bottom layer. The languages do not import from each other.
 */
const CODE_LAYERS = [
  ["folder"],
  ["typescript/objects"],
  ["typescript/edit", "hcl/edit"],
  ["json"],
  ["edits"],
  ["typescript/print", "hcl/print"],
  ["model"],
  ["text"],
];

test("each layer of the code library imports only from the layers below it", () => {
  const inCode = files.filter((file) => file.startsWith("cli/code/"));
  const layerOf = (path: string) =>
    CODE_LAYERS.findIndex((layer) => layer.includes(dirname(path).replace("cli/code/", "")));
  expect(inCode.filter((file) => layerOf(file) < 0)).toEqual([]);
  const wrong = inCode.flatMap((file) =>
    importsOf(file)
      .filter((path) => path.startsWith("cli/code/") && dirname(path) !== dirname(file))
      .filter((path) => layerOf(path) <= layerOf(file) || (/\/hcl\//.test(file) && /\/typescript\//.test(path)))
      .map((path) => `${file} -> ${path}`),
  );
  expect(wrong).toEqual([]);
});
