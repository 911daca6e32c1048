/** Versions of Node that the tests download, by major version. */
export const NODES = { "20": "20.20.2", "22": "22.23.3", "24": "24.21.0", "26": "26.10.0" };

/** The npm package that contains Node for this machine. */
export const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;

/**
 * The project forms in which the package is tested: the content of package.json and tsconfig.json, and the commands of
 * a user.
 */
export interface ProjectForm {
  readonly type: "module" | "commonjs";
  /** A version of Node. `npm run test:projects` downloads it. */
  readonly node: keyof typeof NODES;
  readonly manager: "npm" | "pnpm" | "yarn" | "plug-n-play" | "workspaces" | "bun";
  readonly framework: "cdktn" | "cdktf" | "alias";
  /** Compiler options, if the types are checked. */
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
  /** Packages in addition to the framework and this one. */
  readonly tools: readonly string[];
  /** The command that runs the program. */
  readonly run: string;
  /** The name of the program. Default: `main.ts`. */
  readonly main?: string;
}

const NODE16 = { module: "node16", moduleResolution: "node16", target: "es2022" };
const NODENEXT = { module: "nodenext", moduleResolution: "nodenext", target: "es2022" };
const BUNDLER = { module: "esnext", moduleResolution: "bundler", target: "es2022", noEmit: true };
const AS_IT_IS = { ...NODENEXT, noEmit: true, allowImportingTsExtensions: true, erasableSyntaxOnly: true };

const tsx = { tools: ["tsx", "typescript"], run: "npx tsx main.ts" };
const compiled = { tools: ["typescript"], run: "npx tsc && node main.js" };
const bundled = { tools: ["esbuild", "typescript"] };

export const FORMS: Readonly<Record<string, ProjectForm>> = {
  "ES modules run by tsx on Node 20": {
    ...tsx,
    type: "module",
    node: "20",
    manager: "npm",
    framework: "cdktn",
    compilerOptions: BUNDLER,
  },
  "CommonJS run by tsx on Node 22": {
    ...tsx,
    type: "commonjs",
    node: "22",
    manager: "npm",
    framework: "cdktn",
    compilerOptions: BUNDLER,
  },
  "ES modules compiled with nodenext, on Node 20": {
    ...compiled,
    type: "module",
    node: "20",
    manager: "npm",
    framework: "cdktn",
    compilerOptions: NODENEXT,
  },
  "CommonJS compiled with node16, on Node 24": {
    ...compiled,
    type: "commonjs",
    node: "24",
    manager: "npm",
    framework: "cdktn",
    compilerOptions: NODE16,
  },
  "ES modules as TypeScript on Node 22": {
    type: "module",
    node: "22",
    manager: "npm",
    framework: "cdktn",
    compilerOptions: AS_IT_IS,
    tools: ["typescript"],
    run: "node main.ts",
  },
  "ES modules as TypeScript on Node 24": {
    type: "module",
    node: "24",
    manager: "npm",
    framework: "cdktn",
    compilerOptions: AS_IT_IS,
    tools: ["typescript"],
    run: "node main.ts",
  },
  "ES modules as TypeScript on Node 26": {
    type: "module",
    node: "26",
    manager: "npm",
    framework: "cdktn",
    compilerOptions: AS_IT_IS,
    tools: ["typescript"],
    run: "node main.ts",
  },
  "ES modules bundled by esbuild, packages external": {
    ...bundled,
    type: "module",
    node: "20",
    manager: "npm",
    framework: "cdktn",
    compilerOptions: BUNDLER,
    run: "npx esbuild main.ts --bundle --platform=node --format=esm --packages=external --outfile=dist/main.js && node dist/main.js",
  },
  "CommonJS bundled by esbuild into one file": {
    ...bundled,
    type: "commonjs",
    node: "22",
    manager: "npm",
    framework: "cdktn",
    compilerOptions: BUNDLER,
    run: "npx esbuild main.ts --bundle --platform=node --outfile=dist/main.js && node dist/main.js",
  },
  "pnpm, ES modules": {
    ...tsx,
    type: "module",
    node: "22",
    manager: "pnpm",
    framework: "cdktn",
    compilerOptions: NODENEXT,
    run: "pnpm exec tsx main.ts",
  },
  "yarn classic, CommonJS": {
    ...tsx,
    type: "commonjs",
    node: "20",
    manager: "yarn",
    framework: "cdktn",
    compilerOptions: NODE16,
    run: "yarn -s tsx main.ts",
  },
  "yarn Plug'n'Play, ES modules": {
    type: "module",
    node: "22",
    manager: "plug-n-play",
    framework: "cdktn",
    tools: [],
    run: "yarn node main.mjs",
    main: "main.mjs",
  },
  "yarn Plug'n'Play, CommonJS": {
    type: "commonjs",
    node: "20",
    manager: "plug-n-play",
    framework: "cdktn",
    tools: ["esbuild"],
    run: "yarn esbuild main.ts --bundle --platform=node --packages=external --outfile=main.cjs && yarn node main.cjs",
  },
  "bun, ES modules as TypeScript": {
    type: "module",
    node: "24",
    manager: "bun",
    framework: "cdktn",
    compilerOptions: AS_IT_IS,
    tools: ["typescript"],
    run: "bun run main.ts",
  },
  "npm workspaces, ES modules": {
    ...tsx,
    type: "module",
    node: "24",
    manager: "workspaces",
    framework: "cdktn",
    compilerOptions: NODENEXT,
  },
  "cdktf, ES modules": {
    ...tsx,
    type: "module",
    node: "22",
    manager: "npm",
    framework: "cdktf",
    compilerOptions: NODENEXT,
  },
  "cdktf, CommonJS": {
    ...compiled,
    type: "commonjs",
    node: "20",
    manager: "npm",
    framework: "cdktf",
    compilerOptions: NODE16,
  },
  "cdktf as an alias of cdktn": {
    ...tsx,
    type: "module",
    node: "22",
    manager: "npm",
    framework: "alias",
    compilerOptions: NODENEXT,
  },
};

/** The program of every form, for its framework. */
export function programFor({ framework }: Pick<ProjectForm, "framework">): string {
  const [entry, module] = framework === "cdktn" ? ["cdk-clickstack/cdktn", "cdktn"] : ["cdk-clickstack", "cdktf"];
  return `import { Alert, above, ClickStackProvider, count, Dashboard, Source, tile, Webhook } from "${entry}";
import { App, LocalBackend, TerraformStack } from "${module}";

const app = new App();
const stack = new TerraformStack(app, "demo");
new LocalBackend(stack, { path: "terraform.tfstate" });
new ClickStackProvider(stack, "clickstack");
const checkout = new Dashboard(stack, "checkout", {
  name: "Checkout",
  tiles: { errors: tile.line({ source: Source.byName(stack, "Logs"), select: [count({ where: "level:error" })] }) },
});
new Alert(stack, "errors", { on: checkout.tile("errors"), when: above(1), every: "5m", notify: [Webhook.byName(stack, "Slack oncall")] });
app.synth();
`;
}

/** The packages of a form, with their names in package.json. */
export function dependenciesOf(
  { framework, tools }: ProjectForm,
  tarball: string,
  versions: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const version = (name: string) => versions[name] ?? "";
  const module = {
    cdktn: { cdktn: version("cdktn") },
    cdktf: { cdktf: version("cdktf") },
    alias: { cdktf: `npm:cdktn@${version("cdktn")}` },
  };
  return {
    "cdk-clickstack": `file:${tarball}`,
    constructs: version("constructs"),
    ...module[framework],
    "@types/node": version("@types/node"),
    ...Object.fromEntries(tools.map((name) => [name, version(name)])),
  };
}
