import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { CiProject } from "../ci-project";
import { callCli } from "../cli/call-cli";
import { type Forgery, forged, PLANTING, rewriting } from "../compromised-program";
import { emulatorForTests } from "../emulator/emulator-for-tests";
import { environmentFor } from "../environment";
import { fakeGh } from "../fake-gh";
import { GitHubJobs, type Workflow } from "../github-jobs";
import { HttpState } from "../http-state";
import { listed, ui } from "../ui";

const ROOT = join(__dirname, "..", "..", "..");
const FOLDER = join(ROOT, "examples", "ci", "github");
const ACTION_PATH = join(".github", "actions", "clickstack", "action.yml");
const ACTION = readFileSync(join(FOLDER, ACTION_PATH), "utf8");
const workflow = parse(readFileSync(join(FOLDER, ".github", "workflows", "clickstack.yml"), "utf8")) as Workflow;

const QUICKSTART = readFileSync(join(ROOT, "examples", "quickstart", "main.ts"), "utf8");

/** The program of the quickstart with its state on a server. */
const PROGRAM = QUICKSTART.replace("LocalBackend", "HttpBackend").replace(
  'new LocalBackend(stack, { path: "terraform.tfstate" });',
  'const address = process.env.STATE_ADDRESS ?? "";\nconst lock = address + "/lock";\nnew HttpBackend(stack, { address, lockAddress: lock, unlockAddress: lock, lockMethod: "POST", unlockMethod: "DELETE" });',
);

const EU_PROGRAM = PROGRAM.replace('name: "Checkout",', 'name: "Checkout EU",');

/**
 * Defines the tests of the jobs. Each test continues in the project of the previous tests.
 * @param isComplete false: the tests skip the job without credentials, refusals, changes of a comment and of an issue,
 * the separate credential of plans, and more ways in which a command fails
 */
export function testGitHubKit(isComplete: boolean): void {
  const emulator = emulatorForTests();
  let state: HttpState;
  let project: CiProject;
  let secrets: Readonly<Record<string, string>>;
  let stored: ReturnType<typeof fakeGh>;

  beforeAll(async () => {
    state = await HttpState.start();
    secrets = environmentFor(emulator.endpoints);
    // ClickHouse Cloud has the address of the emulator. All other variables have their defaults.
    project = new CiProject({
      CLICKHOUSE_CLOUD_ENDPOINT: secrets.CLICKHOUSE_CLOUD_ENDPOINT ?? "",
      STATE_ADDRESS: state.address,
    });
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

  if (isComplete) {
    test("post a plan as a comment, and update the comment later", async () => {
      project.write("main.ts", PROGRAM);
      expect(await run(["synthesize", "plan", "comment"])).toBe(0);
      expect(comments()[0]?.body).toContain("**Checkout** will be created");
    });
  }

  test("post the plan as a comment once, and update the comment, without a lock of the state", async () => {
    project.write("main.ts", EU_PROGRAM);
    // The job "comment" is run again, as a user can do in the UI.
    expect(await run(["synthesize", "plan", "comment", "comment"])).toBe(0);
    expect(comments()).toHaveLength(1);
    expect(comments()[0]?.body).toMatch(/^<!-- cdk-clickstack:plan -->\n### ClickStack plan: 3 to create\n/);
    expect(comments()[0]?.body).toContain("**Checkout EU** will be created");
    expect(stored().comments).toContainEqual(FORGED);
    expect(state.operations).toEqual([]);
  });

  if (isComplete) {
    test("check the code of a pull request, and draw its dashboards, without credentials", async () => {
      secrets = {};
      try {
        expect(await run(["check"])).toBe(0);
        expect(readFileSync(join(project.artifacts, "preview", "preview.html"), "utf8")).toContain("Checkout EU");
        // The plan has an error of the rule key-open-addresses.
        project.write("main.ts", PROGRAM.replace(/ipAccessList: .*/, "allowAnyIp: true,"));
        expect(await run(["check"])).toBe(2);
        project.write("main.ts", EU_PROGRAM);
      } finally {
        secrets = environmentFor(emulator.endpoints);
      }
    });
  }

  test("pass only the configurations of the stacks between jobs", () => {
    const stacks = readdirSync(join(project.artifacts, "stacks"), { recursive: true }).sort();
    expect(stacks).toEqual(["manifest.json", "stacks", "stacks/quickstart", "stacks/quickstart/cdk.tf.json"]);
    expect(readdirSync(join(project.artifacts, "plan"))).toEqual(["plan.md"]);
  });

  test("refuse to post a plan that another job uploaded", async () => {
    const before = JSON.stringify(stored());
    const forging = new GitHubJobs(project, workflow, { secrets, event: {}, env: {} });
    expect(existsSync(join(project.artifacts, "plan", "plan.md"))).toBe(true);
    expect(await forging.run("comment")).toBe(1);
    expect(JSON.stringify(stored())).toBe(before);
  });

  if (isComplete) {
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
      // The jobs get only the artifact, and any program may have written the artifact.
      for (const attack of others) {
        writeFileSync(artifact(), forged(before, attack));
        await refused();
      }
      expect(await run(["plan"])).toBe(1);
      expect(await names()).toEqual([]);
      expect(state.operations).toEqual(operations);
    });
  }

  test("apply the reviewed plan, even if the program creates files and programs", async () => {
    project.write("main.ts", EU_PROGRAM.replace("app.synth();", `app.synth();\n${PLANTING}`));
    expect(await run(["synthesize", "apply"])).toBe(0);
    expect(await names()).toEqual([expect.stringMatching(/^Checkout EU/)]);
    expect(state.operations.at(0)).toBe("lock");
    const machines = readdirSync(project.folder).filter((name) => name.startsWith("machine-"));
    const traces = machines.flatMap((name) => readdirSync(join(project.folder, name)));
    expect(traces.filter((name) => name === "attacked")).toEqual([]);
    // The program wrote everything that it could read. The search at the end of this file finds any secret in it.
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

  test("open an issue about drift", async () => {
    project.write(".clickstack-drift.yaml", "ignore: [{ type: webhook, what: unmanaged }]\n");
    expect(await driftWith(500)).toEqual([
      expect.objectContaining({ state: "open", body: expect.stringContaining("threshold `100` → `500`") }),
    ]);
  });

  if (isComplete) {
    test("update the issue about drift", async () => {
      expect(await driftWith(900)).toEqual([
        expect.objectContaining({ state: "open", body: expect.stringContaining("threshold `100` → `900`") }),
      ]);
    });

    test("close the issue when the drift is resolved", async () => {
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
  }

  const failing = isComplete ? ["plan", "apply", "drift"] : ["apply"];
  test.each(failing)("fail in the job %s if the command is killed or missing", async (name) => {
    for (const exitCode of isComplete ? [137, 127, 1] : [137]) {
      await project.whereCommandsEndWith(exitCode, async () => expect(await run([name])).toBe(exitCode));
    }
  });

  test("refuse an engine with another checksum", async () => {
    const github = new GitHubJobs(project, workflow, { secrets, event: { GITHUB_EVENT_NAME: "push" }, env: {} });
    expect(await github.run("plan")).toBe(1);
  });

  if (isComplete) {
    test("fail and still post a comment if the plan fails", async () => {
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
  }
}

/** A comment of another user that contains the marker. */
const FORGED = { id: 1, body: "<!-- cdk-clickstack:plan -->\nNothing to do.", user: { login: "mallory" } };
const FORGED_ISSUE = { number: 1, state: "open", body: "Nothing to see here", app: null };
