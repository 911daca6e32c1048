import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findEngine } from "../../../src/cli/engine/find-engine";
import { type Emulator, seedIds } from "../../../src/emulator";
import { temporaryFolder } from "../constructs/synthesize";
import { emulatorForEachTest } from "../emulator/emulator-for-tests";
import { environmentFor } from "../environment";
import { type ProcessResult, type RunOptions, runProcess } from "../run-process";
import { listed, ui } from "../ui";
import { runCli } from "./run-cli";

const ROOT = join(__dirname, "..", "..", "..");
const TSX = join(ROOT, "node_modules", "tsx", "dist", "cli.mjs");

/** `main.ts` of the project. */
export const MAIN = `import { readFileSync } from "node:fs";
import { above, Alert, ApiKey, ClickStackProvider, count, Dashboard, SavedSearch, Source, tile, Webhook } from "cdk-clickstack/cdktn";
import { App, TerraformStack } from "cdktn";
import { SlowRequests } from "./boards/slow-requests.ts";

const app = new App();
const stack = new TerraformStack(app, "shop");
new ClickStackProvider(stack, "clickstack", { requestsPerWindow: 10000 });

const logs = Source.byName(stack, "Logs");
const slack = Webhook.byName(stack, "Slack oncall");
const LEVEL = "level:error";

// Errors of the checkout.
const checkout = new Dashboard(stack, "checkout", {
  name: "Checkout", // as in the menu
  tags: ["team-a"],
  tiles: {
    errors: tile.line({ source: logs, select: [count({ where: LEVEL })] }),
    notes: tile.markdown({ markdown: "Call Ada." }),
  },
});
new SlowRequests(stack, "slow", logs);
Dashboard.fromJson(stack, "legacy", readFileSync("boards/legacy.json", "utf8"));

new Alert(stack, "errors", { on: checkout.tile("errors"), when: above(100), every: "5m", notify: [slack] });

for (const service of ["cart", "search"]) {
  new SavedSearch(stack, service, { name: service, source: logs, where: "level:error" });
}
new SavedSearch(stack, "env", { name: "Env", source: logs, where: process.env.SEARCH ?? "level:error" });
new ApiKey(stack, "ci", { name: "ci", state: "enabled", roles: ["${seedIds.developerRole}"], secretInState: true, ipAccessList: [{ source: "203.0.113.0/24" }] });
app.synth();
`;

export const SLOW_REQUESTS = `import { Dashboard, quantile, tile, type SourceReference } from 'cdk-clickstack/cdktn';
import type { Construct } from 'constructs';

export class SlowRequests extends Dashboard {
\tconstructor(scope: Construct, id: string, source: SourceReference) {
\t\tsuper(scope, id, { name: 'Slow requests' });
\t\tthis.addTile('p95', tile.number({ source, select: [quantile(0.95, 'Duration')] }));
\t}
}
`;

export const LEGACY = `{
  "name": "Legacy", "tiles": [
    { "name": "Old notes", "x": 0, "y": 0, "w": 24, "h": 3, "config": { "displayType": "markdown", "markdown": "hello" } }
  ]
}
`;

/** A tile of an object in the form of the open-source API. */
export type Body = Record<string, unknown> & { readonly tiles: Record<string, unknown>[] };

/** Files of a project, and the command that runs its program. */
export interface ProjectForm {
  readonly files: Readonly<Record<string, string>>;
  /** Default: runs `main.ts` with tsx. */
  readonly app?: string;
  /** Folder of the program in the repository. Default: the repository. */
  readonly program?: string;
  /** Targets of symbolic links, such as the links of a workspace. */
  readonly links?: Readonly<Record<string, string>>;
}

const SHOP: ProjectForm = {
  files: {
    "package.json": JSON.stringify({ type: "module" }),
    "main.ts": MAIN,
    "boards/slow-requests.ts": SLOW_REQUESTS,
    "boards/legacy.json": LEGACY,
  },
};

/** Command that runs TypeScript with the tsx of this package. */
export const TSX_COMMAND = `${process.execPath} ${TSX}`;

/** A project in git whose objects are applied. A user edits them in the UI, and `adopt` edits the project. */
export class AdoptProject {
  readonly #folder = temporaryFolder();
  readonly #program: string;

  constructor(
    readonly emulator: Emulator,
    { files, app = `${TSX_COMMAND} main.ts`, program = ".", links = {} }: ProjectForm = SHOP,
  ) {
    this.#program = program;
    this.run(app);
    this.write(".gitignore", "node_modules\ncdktf.out\n*.tfstate*\n");
    for (const [file, text] of Object.entries(files)) {
      this.write(file, text);
    }
    mkdirSync(this.path("node_modules"), { recursive: true });
    symlinkSync(ROOT, this.path("node_modules/cdk-clickstack"));
    for (const name of ["cdktn", "constructs"]) {
      symlinkSync(join(ROOT, "node_modules", name), this.path(`node_modules/${name}`));
    }
    for (const [link, target] of Object.entries(links)) {
      mkdirSync(dirname(this.path(link)), { recursive: true });
      symlinkSync(target, this.path(link));
    }
    this.git("init", "-q");
    this.git("add", "-A");
    this.git("commit", "-qm", "Start");
  }

  path(file: string): string {
    return join(this.#folder, file);
  }

  read(file: string): string {
    return readFileSync(this.path(file), "utf8");
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(this.path(file)), { recursive: true });
    writeFileSync(this.path(file), text);
  }

  /** Sets the command that runs the program. */
  run(app: string): void {
    this.write(join(this.#program, "cdktf.json"), JSON.stringify({ app }));
  }

  git(...words: readonly string[]): void {
    const author = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
    execFileSync("git", [...author, ...words], { cwd: this.#folder, stdio: "pipe" });
  }

  cli(...words: readonly string[]): Promise<ProcessResult> {
    return runCli(words, this.runOptions);
  }

  get runOptions(): RunOptions {
    return { cwd: this.path(this.#program), environment: this.#environment };
  }

  /** Runs the program and applies its stacks. */
  async apply(): Promise<void> {
    const { app } = JSON.parse(this.read(join(this.#program, "cdktf.json"))) as { app: string };
    await this.#run(this.#program, "sh", "-c", app);
    const stacks = join(this.#program, "cdktf.out", "stacks");
    for (const stack of readdirSync(this.path(stacks))) {
      const folder = join(stacks, stack);
      await this.#run(folder, findEngine().path, "init", "-no-color");
      await this.#run(folder, findEngine().path, "apply", "-auto-approve", "-no-color");
    }
  }

  /** Edits an object as a user of the UI does. */
  async edit(kind: string, name: string, change: (body: Body) => void): Promise<void> {
    const found = (await listed(this.emulator, kind)).find((each) => each.name === name);
    const { id, createdAt: _, updatedAt: __, state: ___, ...body } = found as Body;
    change(body as Body);
    await ui(this.emulator, "PUT", `/api/v2/${kind}/${String(id)}`, body);
  }

  /** Returns the errors of the TypeScript compiler in a file and its imports. */
  typeErrors(file: string): string {
    const compiler = join(ROOT, "node_modules", "typescript", "bin", "tsc");
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext"];
    const { stdout } = spawnSync(
      process.execPath,
      [compiler, ...options, "--singleThreaded", "--allowImportingTsExtensions", file],
      {
        cwd: this.#folder,
        encoding: "utf8",
      },
    );
    return stdout;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }

  get #environment(): NodeJS.ProcessEnv {
    return {
      ...environmentFor(this.emulator.endpoints),
      CHECKPOINT_DISABLE: "1",
      TF_CLI_CONFIG_FILE: undefined,
      NODE_OPTIONS: undefined,
    };
  }

  async #run(folder: string, program: string, ...args: readonly string[]): Promise<void> {
    const options = { cwd: this.path(folder), environment: this.#environment };
    const { exitCode, stderr } = await runProcess(program, args, options);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  }
}

/** Creates an applied project before each test and removes it after the test. */
export function adoptProjects(use: (project: AdoptProject) => void, form?: ProjectForm): void {
  let project: AdoptProject | undefined;
  let emulator: Emulator;
  emulatorForEachTest((each) => {
    emulator = each;
  });
  beforeEach(async () => {
    project = new AdoptProject(emulator, form);
    use(project);
    await project.apply();
  });
  afterEach(() => project?.remove());
}
