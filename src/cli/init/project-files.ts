import { devDependencies, engines } from "../../../package.json";
import { VERSION } from "../../version";
import { ENTRY, type Framework } from "../import/project-form";
import { BACKENDS, type CiSystem, ciFiles } from "./ci-files";

export interface NewProject {
  readonly name: string;
  readonly framework: Framework;
  /** Whether npm brings Terraform, for machines without an engine. */
  readonly bringsTerraform: boolean;
  /** A word of a shell. */
  readonly engine: string;
  readonly ci?: CiSystem | undefined;
}

/** The name of the stack, and of its folder in `cdktf.out/stacks`. */
export const STACK = "observability";

/** The files of a project that runs, by their path. */
export function projectFiles(project: NewProject): Readonly<Record<string, string>> {
  return {
    "package.json": json(packageJson(project)),
    "tsconfig.json": json({ compilerOptions: COMPILER_OPTIONS, include: ["**/*.ts"], exclude: ["cdktf.out"] }),
    "cdktf.json": json({ language: "typescript", app: "npx tsx main.ts", sendCrashReports: "false" }),
    "main.ts": program(project),
    ".gitignore": "node_modules/\ncdktf.out/\n.terraform/\n*.tfstate\n*.tfstate.*\n.env\n",
    ...(project.ci && ciFiles(project.ci)),
  };
}

/** Runs by tsx and by Node itself, from 22.18 on; `npx tsc` checks it. */
const COMPILER_OPTIONS = {
  target: "ES2022",
  module: "NodeNext",
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
  types: ["node"],
};

function packageJson({ name, framework, bringsTerraform, engine }: NewProject): object {
  return {
    name,
    private: true,
    type: "module",
    engines,
    scripts: {
      synth: "tsx main.ts",
      check: "tsc",
      plan: "npm run --silent synth && cdk-clickstack plan cdktf.out --init",
      deploy: `npm run --silent synth && cd cdktf.out/stacks/${STACK} && ${engine} init && ${engine} apply`,
      drift: "npm run --silent synth && cdk-clickstack drift cdktf.out --init",
    },
    dependencies: {
      "cdk-clickstack": VERSION,
      [framework]: devDependencies[framework],
      constructs: devDependencies.constructs,
    },
    devDependencies: {
      ...(bringsTerraform && { "@jahed/terraform": devDependencies["@jahed/terraform"] }),
      "@types/node": devDependencies["@types/node"],
      tsx: devDependencies.tsx,
      typescript: devDependencies.typescript,
    },
    // Of tsx: its executable comes as a package. npm would ask the user to approve the script.
    allowScripts: { esbuild: false },
  };
}

function program({ framework, ci }: NewProject): string {
  const { name, code } = ci ? BACKENDS[ci] : { name: undefined, code: "" };
  return `import { ClickStackProvider, count, Dashboard, quantile, Source, tile } from "${ENTRY[framework]}";
import { App, ${name ? `${name}, ` : ""}TerraformStack } from "${framework}";

const app = new App();
const stack = new TerraformStack(app, "${STACK}");
${code}
// Address and credentials come from the environment: CLICKSTACK_ENDPOINT and CLICKSTACK_API_KEY, or those of ClickHouse Cloud.
new ClickStackProvider(stack, "clickstack");

// Sources of the server by their names there.
const logs = Source.byName(stack, "Logs");
const traces = Source.byName(stack, "Traces");

new Dashboard(stack, "first", {
  name: "First dashboard",
  tiles: {
    errors: tile.line({ source: logs, select: [count({ where: "level:error" })] }),
    latency: tile.number({ source: traces, select: [quantile(0.95, "Duration")] }),
  },
});

app.synth();
`;
}

/** Lists of one element stand on one line, as formatters have them. */
function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2).replace(/\[\n\s+("[^"]*")\n\s+\]/g, "[$1]")}\n`;
}
