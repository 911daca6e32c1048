import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { parse } from "yaml";
import type { CiMachine, CiProject } from "./ci-project";

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly concurrency?: { readonly group: string; readonly "cancel-in-progress": boolean };
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** Event and secrets of one run of a workflow. */
interface Given {
  readonly secrets: Readonly<Record<string, string>>;
  /** Variables of the repository. */
  readonly vars?: Readonly<Record<string, string>>;
  /** Variables of the event. */
  readonly event: Readonly<Record<string, string>>;
  /** Variables of the workflow that differ in the test. */
  readonly env: Readonly<Record<string, string>>;
}

/** Runs jobs of a workflow as GitHub does: each on a new machine, connected by outputs and artifacts. */
export class GitHubJobs {
  readonly #values = new Map<string, string>();
  /** Output of each script. */
  readonly printed: string[] = [];

  constructor(
    readonly project: CiProject,
    readonly workflow: Workflow,
    readonly given: Given,
  ) {}

  /** Runs the steps of a job. Returns the first exit code that is not 0. */
  async run(name: string): Promise<number | null> {
    const job = this.workflow.jobs[name];
    if (!job) {
      throw new Error(`The job ${name} was not found.`);
    }
    const run = new JobRun(this, job, this.project.machine());
    const exitCode = await run.steps(job.steps);
    for (const [output, expression] of Object.entries(job.outputs ?? {})) {
      this.#values.set(`needs.${name}.outputs.${output}`, this.textOf(expression, run.values));
    }
    return exitCode;
  }

  /** Replaces the expressions in a text. */
  textOf(text: string, values: ReadonlyMap<string, string>): string {
    return text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => this.#valueOf(expression, values));
  }

  #valueOf(expression: string, values: ReadonlyMap<string, string>): string {
    if (expression.includes(" || ")) {
      const parts = expression.split(" || ").map((part) => this.#valueOf(part, values));
      return parts.find(Boolean) ?? "";
    }
    const [, tested] = /^(secrets\.\w+) != ''$/.exec(expression) ?? [];
    if (tested !== undefined) {
      return String(this.#valueOf(tested, values) !== "");
    }
    const [context = "", name = ""] = expression.split(".");
    if (context === "secrets" || context === "vars") {
      return this.given[context]?.[name] ?? "";
    }
    const known = new Map([
      ["github.token", "token"],
      ["github.repository", "acme/shop"],
      ["github.event.pull_request.number", "7"],
      ...this.#values,
      ...values,
    ]);
    const value = context === "env" ? this.workflow.env[name] : known.get(expression);
    if (value === undefined && !/^(steps|needs)\./.test(expression)) {
      throw new Error(`The test does not know the expression ${expression}.`);
    }
    return value ?? "";
  }
}

class JobRun {
  readonly values = new Map<string, string>();
  #failed: number | null = 0;
  #path = "";
  #variables: Readonly<Record<string, string>> = {};

  constructor(
    readonly jobs: GitHubJobs,
    readonly job: Job,
    readonly machine: CiMachine,
  ) {
    this.values.set("runner.temp", machine.temp);
  }

  async steps(steps: readonly Step[]): Promise<number | null> {
    for (const step of steps.filter((each) => each.uses !== undefined || each.run !== undefined)) {
      if (!this.#isWanted(step.if)) {
        continue;
      }
      const exitCode = step.run === undefined ? await this.#action(step) : await this.#script(step, step.run);
      this.#failed = this.#failed === 0 ? exitCode : this.#failed;
    }
    return this.#failed;
  }

  #isWanted(condition: string | undefined): boolean {
    if (condition === undefined) {
      return this.#failed === 0;
    }
    const [, always, variable = "", expected] = /^(always\(\) && )?env\.(\w+) == '(\w+)'$/.exec(condition) ?? [];
    if (expected !== undefined) {
      return (always !== undefined || this.#failed === 0) && this.#environment[variable] === expected;
    }
    const [, need] = /^(needs\.[\w.]+) != ''$/.exec(condition) ?? [];
    if (need !== undefined) {
      return this.#failed === 0 && this.jobs.textOf(`\${{ ${need} }}`, this.values) !== "";
    }
    const [, event] = /^github\.event_name == '(\w+)'$/.exec(condition) ?? [];
    if (event !== undefined) {
      return this.#failed === 0 && this.jobs.given.event.GITHUB_EVENT_NAME === event;
    }
    const [, output] = /^always\(\) && (steps\.[\w.]+) != ''$/.exec(condition) ?? [];
    if (output === undefined) {
      throw new Error(`The test does not know the condition ${condition}.`);
    }
    return this.values.has(output);
  }

  /** Variables of the job. */
  get #environment(): Readonly<Record<string, string>> {
    const declared = Object.entries(this.job.env ?? {});
    return Object.fromEntries(declared.map(([name, text]) => [name, this.jobs.textOf(text, this.values)]));
  }

  async #script(step: Step, script: string): Promise<number | null> {
    const files = Object.fromEntries(
      ["GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_ENV", "GITHUB_STEP_SUMMARY"].map((name) => {
        const file = join(this.machine.folder, name);
        writeFileSync(file, "");
        return [name, file];
      }),
    );
    const { workflow, given } = this.jobs;
    const declared = { ...workflow.env, ...given.env, ...this.job.env, ...step.env };
    const { exitCode, printed } = await this.machine.run(["bash", "--noprofile", "--norc", "-eo", "pipefail"], script, {
      ...this.#variables,
      PATH: this.#path,
      GITHUB_REPOSITORY: "acme/shop",
      GITHUB_WORKSPACE: this.machine.checkout,
      RUNNER_TEMP: this.machine.temp,
      ...files,
      ...given.event,
      ...Object.fromEntries(
        Object.entries(declared).map(([name, text]) => [name, this.jobs.textOf(text, this.values)]),
      ),
    });
    this.jobs.printed.push(printed);
    for (const [, name, value] of linesOf(files.GITHUB_OUTPUT)) {
      this.values.set(`steps.${step.id}.outputs.${name}`, value ?? "");
    }
    const added = readFileSync(files.GITHUB_PATH ?? "", "utf8")
      .split("\n")
      .filter(Boolean);
    this.#path = [...added.reverse().map((folder) => `${folder}:`), this.#path].join("");
    const variables = linesOf(files.GITHUB_ENV).map(([, name = "", value = ""]) => [name, value]);
    this.#variables = { ...this.#variables, ...Object.fromEntries(variables) };
    return exitCode;
  }

  async #action({ uses = "", with: inputs = {} }: Step): Promise<number | null> {
    if (uses.startsWith("./")) {
      const { runs } = parse(readFileSync(join(this.machine.checkout, uses, "action.yml"), "utf8"));
      return this.steps(runs.steps);
    }
    const [name] = uses.split("@");
    const input = (key: string) => this.jobs.textOf(String(inputs[key] ?? ""), this.values);
    if (name === "actions/checkout") {
      const patterns = input("sparse-checkout").split("\n").filter(Boolean);
      const found = patterns.map((pattern) => pattern.replace(/^\//, ""));
      const { repository } = this.machine.project;
      this.machine.checkOut(patterns.length > 0 ? found.filter((path) => existsSync(join(repository, path))) : ["."]);
    } else if (name === "actions/upload-artifact") {
      const paths = input("path").split("\n").filter(Boolean);
      const isOptional = input("if-no-files-found") === "ignore";
      upload(this.machine, input("name"), isOptional ? paths.filter((path) => existsSync(path)) : paths);
    } else if (name === "actions/download-artifact") {
      const from = join(this.machine.project.artifacts, input("name"));
      if (!existsSync(from)) {
        return 1;
      }
      cpSync(from, input("path"), { recursive: true, verbatimSymlinks: true });
    }
    return 0;
  }
}

function linesOf(file: string | undefined): readonly RegExpExecArray[] {
  return [...readFileSync(file ?? "", "utf8").matchAll(/^(\w+)=(.*)$/gm)];
}

/** Returns the files of a pattern with at most one `*`, which represents one folder. */
function matching(pattern: string): readonly string[] {
  const [before = "", after] = pattern.split("*");
  if (after === undefined) {
    return [pattern];
  }
  return readdirSync(before)
    .map((name) => before + name + after)
    .filter((file) => existsSync(file));
}

/** Stores files below their lowest common folder, and replaces an artifact of an earlier run. */
function upload({ checkout, project }: CiMachine, name: string, patterns: readonly string[]): void {
  const files = patterns.flatMap((pattern) => matching(pattern.startsWith("/") ? pattern : join(checkout, pattern)));
  const [first] = files;
  if (first === undefined) {
    return;
  }
  let common = dirname(first);
  while (!files.every((file) => file.startsWith(`${common}/`))) {
    common = dirname(common);
  }
  const folder = join(project.artifacts, name);
  rmSync(folder, { recursive: true, force: true });
  for (const file of files) {
    const target = join(folder, relative(common, file) || basename(file));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(file, target, { verbatimSymlinks: true });
  }
}
