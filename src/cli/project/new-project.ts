import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { devDependencies, engines } from "../../../package.json";
import { ENTRY, type Framework } from "../../constructs/entries";
import { packageRoot } from "../../package-root";
import { VERSION } from "../../version";
import { STATE_PLACEHOLDER } from "../engine/local-state";
import { CommandError } from "../terminal/exit";
import { INIT_STACK } from "./project-form";

/** CI systems with a kit. Each has a folder in `examples/ci`. */
export const CI_SYSTEMS = ["github", "gitlab"] as const;

export type CiSystem = (typeof CI_SYSTEMS)[number];

/** Files of a kit in addition to the project. The build copies them into the package. */
export const KIT_FILES: Readonly<Record<CiSystem, readonly string[]>> = {
  github: [".github/workflows/clickstack.yml", ".github/actions/clickstack/action.yml", ".clickstack-drift.yaml"],
  gitlab: [".gitlab-ci.yml", ".clickstack-drift.yaml"],
};

/** Returns the first existing path below the root of the package. A package has `dist`, and a clone has the sources. */
function existingPath(...paths: readonly string[]): string {
  const candidates = paths.map((path) => join(packageRoot(), path));
  const found = candidates.find((path) => existsSync(path));
  if (found === undefined) {
    throw new CommandError(`${candidates[0]} is missing. Fix: Install cdk-clickstack again.`);
  }
  return found;
}

function ciFiles(ci: CiSystem): Readonly<Record<string, string>> {
  const folder = existingPath(`dist/ci/${ci}`, `examples/ci/${ci}`);
  return Object.fromEntries(KIT_FILES[ci].map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/** Text of AGENTS.md for every project. The build copies it into the package. */
export const AGENTS_TEXT = { source: "src/cli/project/agents.md", packed: "dist/agents.md" };

function agentsText({ ci }: NewProject): string {
  const text = readFileSync(existingPath(AGENTS_TEXT.source, AGENTS_TEXT.packed), "utf8");
  return ci ? `${text}\n## State\n\nThe backend in \`main.ts\` stores the state. ${BACKENDS[ci].advice}\n` : text;
}

/** Other backends, which the CI file also names. PgBackend requires an empty text for what PG_CONN_STR sets. */
const OTHER_BACKENDS = `// Other choices are below. Set the same backend in STATE_BACKEND of the CI file.
// new GcsBackend(stack, { bucket: "${STATE_PLACEHOLDER}", prefix: "clickstack/${INIT_STACK}" });
// const account = { storageAccountName: "myterraformstate", containerName: "state", useOidc: true, useAzureadAuth: true };
// new AzurermBackend(stack, { ...account, key: "clickstack/${INIT_STACK}.tfstate" });
// new PgBackend(stack, { connStr: "", schemaName: "clickstack_${INIT_STACK}" });
// stack.addOverride("terraform.backend.pg.conn_str", undefined); // comes from PG_CONN_STR
`;

interface Backend {
  readonly name: string;
  readonly code: string;
  /** Sentence for AGENTS.md about the requirements of the program. */
  readonly advice: string;
}

/** Backends for the state. The disk of a runner is deleted after the run. */
const BACKENDS: Readonly<Record<CiSystem, Backend>> = {
  github: {
    name: "S3Backend",
    advice: "`npm run plan` also needs the bucket that `main.ts` names, and its credentials.",
    code: `
// Stores the state in a bucket, with a lock file during an apply. Set your bucket and its region.
const state = { bucket: "${STATE_PLACEHOLDER}", region: "eu-central-1" };
new S3Backend(stack, { ...state, key: "clickstack/${INIT_STACK}.tfstate", encrypt: true });
stack.addOverride("terraform.backend.s3.use_lockfile", true);
${OTHER_BACKENDS}`,
  },
  gitlab: {
    name: "HttpBackend",
    advice:
      "`main.ts` needs `STATE_ADDRESS`. For the commands without a server, set it to any text, such as `http://localhost`.",
    code: `
// Stores the state in the GitLab project. On another machine, set STATE_ADDRESS, TF_HTTP_USERNAME, and TF_HTTP_PASSWORD
// to a token with the scope "api".
const address = process.env.STATE_ADDRESS;
if (!address) {
  throw new Error("Set STATE_ADDRESS: .../api/v4/projects/<id>/terraform/state/observability");
}
const lock = \`\${address}/lock\`;
const locking = { lockAddress: lock, lockMethod: "POST", unlockAddress: lock, unlockMethod: "DELETE" };
new HttpBackend(stack, { address, ...locking, retryWaitMin: 5 });
${OTHER_BACKENDS}`,
  },
};

export interface NewProject {
  readonly name: string;
  readonly framework: Framework;
  /** True if npm installs Terraform, for machines without an engine. */
  readonly bringsTerraform: boolean;
  readonly ci?: CiSystem | undefined;
}

export function projectFiles(project: NewProject): Readonly<Record<string, string>> {
  return {
    "package.json": json(packageJson(project)),
    "tsconfig.json": json({ compilerOptions: COMPILER_OPTIONS, include: ["**/*.ts"], exclude: ["cdktf.out"] }),
    "cdktf.json": json({ language: "typescript", app: "npx tsx main.ts", sendCrashReports: "false" }),
    "main.ts": newProgram(project),
    "alerts.test.ts": NEW_TEST,
    "AGENTS.md": agentsText(project),
    ".gitignore": `${IGNORED.join("\n")}\n`,
    ...(project.ci && ciFiles(project.ci)),
  };
}

/** Paths that git ignores. The last one matches the files that `drift --notify` and `report --stale` keep between runs. */
const IGNORED = [
  ...["node_modules/", "cdktf.out/", ".terraform/", "*.tfstate", "*.tfstate.*", ".env"],
  ".clickstack-*.json",
];

/** tsx runs the program, and so does Node from 22.18. `npx tsc` checks it. */
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

function packageJson({ name, framework, bringsTerraform }: NewProject): object {
  return {
    name,
    private: true,
    type: "module",
    engines,
    scripts: {
      synth: "tsx main.ts",
      check: "tsc",
      test: "npm run --silent synth && tsx --test alerts.test.ts",
      lint: "cdk-clickstack lint",
      plan: "cdk-clickstack plan --init",
      deploy: "cdk-clickstack deploy",
      drift: "cdk-clickstack drift --init",
      destroy: "cdk-clickstack destroy",
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
    // tsx does not need this script, and npm would ask the user to approve it.
    allowScripts: { esbuild: false },
  };
}

export function newProgram({ framework, ci }: Pick<NewProject, "framework" | "ci">): string {
  const { name, code } = ci ? BACKENDS[ci] : { name: undefined, code: "" };
  return `import { ClickStackProvider, count, Dashboard, quantile, Source, tile } from "${ENTRY[framework]}";
import { App, ${name ? `${name}, ` : ""}TerraformStack } from "${framework}";

const app = new App();
const stack = new TerraformStack(app, "${INIT_STACK}");
${code}
// Environment variables set the address and the credentials: CLICKSTACK_ENDPOINT and CLICKSTACK_API_KEY, or those of
// ClickHouse Cloud. CLICKSTACK_UI_ENDPOINT sets the address in links, if the UI is not on port 8080 of the same server.
new ClickStackProvider(stack, "clickstack");

// Looks up sources of the server by name.
const logs = Source.byName(stack, "Logs");
const traces = Source.byName(stack, "Traces");

new Dashboard(stack, "first", {
  name: "First dashboard",
  tiles: {
    errors: tile.line({ source: logs, select: [count({ where: "level:error" })] }),
    latency: tile.number({
      source: traces,
      select: [quantile(0.95, "Duration")],
      // Durations are stored in nanoseconds, and shown in a unit such as ms.
      numberFormat: { output: "duration", factor: 1e-9 },
    }),
  },
});

app.synth();
`;
}

/** Test of the project. It reads the synthesized stacks, so it stays valid if the program changes. */
const NEW_TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { synthesized } from "cdk-clickstack/testing";

// \`npm test\` runs the program before. The guide "Tests" shows how to test when an alert fires.
const { alerts } = synthesized("cdktf.out");

test("every alert has a note for the people who handle it", () => {
  const withoutNote = alerts.filter(({ note }) => !note);
  assert.deepEqual(
    withoutNote.map(({ path }) => path),
    [],
  );
});
`;

/** Writes JSON. Lists of one element are on one line, as in the style of formatters. */
function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2).replace(/\[\n\s+("[^"]*")\n\s+\]/g, "[$1]")}\n`;
}
