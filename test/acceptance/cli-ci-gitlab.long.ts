import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { XMLValidator } from "fast-xml-parser";
import { parse } from "yaml";
import { CiProject } from "../support/ci-project";
import { callCli } from "../support/cli/call-cli";
import { WebhookReceiver } from "../support/cli/webhook-receiver";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { HttpState } from "../support/http-state";
import { secretsOfEnvironment } from "../support/leaks/secrets-of-environment";
import { listed, ui } from "../support/ui";

const FOLDER = join(__dirname, "..", "..", "examples", "ci", "gitlab");
const KIT = readFileSync(join(FOLDER, ".gitlab-ci.yml"), "utf8");

interface Job {
  readonly extends?: string;
  readonly stage?: string;
  readonly image?: string;
  readonly needs?: readonly (string | { readonly job: string })[];
  readonly environment?: { readonly name: string; readonly action?: string };
  readonly variables?: Readonly<Record<string, string>>;
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
  readonly rules?: readonly { readonly if: string }[];
  readonly artifacts?: { readonly paths: readonly string[] };
  readonly cache?: { readonly key: string; readonly paths: readonly string[]; readonly when: string };
}

const {
  stages,
  variables,
  default: defaults,
  ...jobs
} = parse(KIT) as Record<string, Job> & {
  stages: readonly string[];
  variables: Readonly<Record<string, string>>;
  default: { readonly image: string };
};

/** The job with all values that it inherits. */
function jobOf(name: string): Job {
  const job = jobs[name] ?? {};
  const base = job.extends === undefined ? {} : jobOf(job.extends);
  return { ...base, ...job, variables: { ...base.variables, ...job.variables } };
}

const own = Object.keys(jobs).filter((name) => !name.startsWith("."));

test("every job extends an existing job, belongs to a stage, and has a rule and a script", () => {
  expect(own).toEqual([
    ...["check", "synthesize", "plan", "comment", "reviewed", "apply", "drift", "adopt", "merge-request"],
  ]);
  for (const job of own.map(jobOf)) {
    expect(job.extends === undefined || job.extends in jobs).toBe(true);
    expect(stages).toContain(job.stage);
    expect(job.rules?.length).toBeGreaterThan(0);
    expect(job.script?.length).toBeGreaterThan(0);
    const needed = (job.needs ?? []).map((need) => (typeof need === "string" ? need : need.job));
    expect(needed.filter((name) => !own.includes(name))).toEqual([]);
  }
});

test("each job has the environment of its credentials, and the jobs that run the program have no environment", () => {
  expect(Object.fromEntries(own.map((name) => [name, jobOf(name).environment?.name]))).toEqual({
    check: undefined,
    synthesize: undefined,
    plan: "clickstack-plan",
    comment: "clickstack-comment",
    reviewed: "clickstack-comment",
    apply: "clickstack",
    drift: "clickstack-plan",
    adopt: "clickstack-plan",
    "merge-request": "clickstack-comment",
  });
  for (const name of ["adopt", "merge-request"]) {
    const [rule, ...others] = jobOf(name).rules ?? [];
    expect(others).toEqual([]);
    expect(rule?.if).toContain(
      '== "schedule" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && $CLICKSTACK_ADOPT == "true"',
    );
  }
  expect(jobOf("apply").rules).toEqual([
    { if: expect.stringMatching(/^\$CI_COMMIT_BRANCH == \$CI_DEFAULT_BRANCH && /) },
  ]);
  expect(defaults.image).toMatch(/^node:22\.\d+\.\d+-alpine[\d.]+@sha256:[0-9a-f]{64}$/);
  const scripts = own.flatMap((name) => [...(jobOf(name).before_script ?? []), ...(jobOf(name).script ?? [])]);
  expect(
    scripts.filter((line) => /\bapk\b|CI_MERGE_REQUEST_TITLE|CI_COMMIT_(MESSAGE|TITLE)|REF_NAME/.test(line)),
  ).toEqual([]);
  const npm = scripts.flatMap((line) => line.match(/npm (?:ci|install)\b[^\n)]*/g) ?? []);
  expect(npm.filter((line) => !line.includes("--ignore-scripts"))).toEqual([]);
  expect(own.filter((name) => JSON.stringify(jobOf(name)).includes("npm run"))).toEqual(["check", "synthesize"]);
  const reading = scripts.flatMap((line) => line.match(/cdk-clickstack (?:plan|drift|deploy)\b.*/g) ?? []);
  expect(reading).toHaveLength(3);
  expect(reading.filter((line) => !line.includes("--no-synth"))).toEqual([]);
});

const QUICKSTART = readFileSync(join(__dirname, "..", "..", "examples", "quickstart", "main.ts"), "utf8");

/** The program of the quickstart with the backend of the kit. */
const PROGRAM = QUICKSTART.replace("LocalBackend", "HttpBackend").replace(
  'new LocalBackend(stack, { path: "terraform.tfstate" });',
  'const address = process.env.STATE_ADDRESS ?? "";\nconst lock = address + "/lock";\nnew HttpBackend(stack, { address, lockAddress: lock, unlockAddress: lock, lockMethod: "POST", unlockMethod: "DELETE", retryWaitMin: 5 });',
);

/** Only root can run a program as another user. */
const IS_ROOT = process.getuid?.() === 0;

describe("the commands of the GitLab jobs", () => {
  const emulator = emulatorForTests();
  let state: HttpState;
  let gitLab: GitLab;
  let project: CiProject;
  let environment: Record<string, string>;
  let cache: string;

  beforeAll(async () => {
    state = await HttpState.start();
    gitLab = await GitLab.start();
    environment = environmentFor(emulator.endpoints);
    project = new CiProject(gitLab.environment);
    cache = join(project.folder, "cache");
    mkdirSync(cache);
    project.write("main.ts", PROGRAM);
    project.write("cdktf.json", JSON.stringify({ app: "npm run synth" }));
    project.write(".git/config", `url = https://gitlab-ci-token:${JOB_TOKEN}@gitlab.example/acme/shop.git`);
    // The image has a user "node".
    chmodSync(tmpdir(), 0o755);
    project.command(
      "su",
      IS_ROOT ? 'exec setpriv --reuid=65534 --regid=65534 --clear-groups "$2" -c "$5"' : 'exec "$2" -c "$5"',
    );
    project.command("chown", IS_ROOT ? 'exec /bin/chown -R 65534 "$3"' : "exit 0");
  });

  /** Copies the cached files of a job. */
  const restore = ({ cache: cached }: Job, from: string, to: string) => {
    for (const path of cached?.paths.filter((each) => existsSync(join(from, each))) ?? []) {
      cpSync(join(from, path), join(to, path));
    }
  };

  afterAll(async () => {
    project.hear("a comment", JSON.stringify([gitLab.notes, gitLab.branch, gitLab.requests]));
    project.remove();
    await gitLab.stop();
    await state.stop();
  });

  /** Runs jobs in their order, each on a new machine, until one fails. Returns the exit code of the last one. */
  const run = async (names: readonly string[], more: Readonly<Record<string, string>> = {}) => {
    let exitCode: number | null = 0;
    for (const name of names) {
      exitCode = exitCode === 0 ? await runJob(name, more) : exitCode;
    }
    return exitCode;
  };

  const runJob = async (name: string, more: Readonly<Record<string, string>>) => {
    const job = jobOf(name);
    const machine = project.machine();
    machine.checkOut();
    for (const artifact of readdirSync(project.artifacts)) {
      cpSync(join(project.artifacts, artifact), join(machine.checkout, artifact), {
        recursive: true,
        verbatimSymlinks: true,
      });
    }
    restore(job, cache, machine.checkout);
    const temp = join(machine.folder, "tmp");
    mkdirSync(temp);
    const credentials = {
      clickstack: environment,
      "clickstack-plan": environment,
      "clickstack-comment": { GITLAB_TOKEN: "glpat-test" },
    }[job.environment?.name ?? ""];
    const known = { ...gitLab.environment, STATE_ADDRESS: state.address };
    const { exitCode } = await machine.run(
      ["bash", "-eo", "pipefail"],
      [...(job.before_script ?? []), ...(job.script ?? [])].join("\n"),
      {
        ...expanded({ ...variables, ...job.variables }, known),
        ...project.engine,
        STATE_ADDRESS: state.address,
        CI_PROJECT_DIR: machine.checkout,
        TMPDIR: temp,
        ...credentials,
        ...more,
      },
    );
    restore(job, machine.checkout, cache);
    for (const path of job.artifacts?.paths ?? []) {
      rmSync(join(project.artifacts, path), { recursive: true, force: true });
      if (existsSync(join(machine.checkout, path))) {
        cpSync(join(machine.checkout, path), join(project.artifacts, path), {
          recursive: true,
          verbatimSymlinks: true,
        });
      }
    }
    lastMachine = machine.folder;
    return exitCode;
  };
  let lastMachine = "";

  test("check the code of a merge request, and draw its dashboards, without credentials", async () => {
    expect(await run(["check"])).toBe(0);
    expect(readFileSync(join(project.artifacts, "preview.html"), "utf8")).toContain("Checkout");
    rmSync(join(project.artifacts, "preview.html"));
  });

  test("comment the plan once, update the comment, apply only the reviewed plan, and report drift as failed tests", async () => {
    // The merge request has more notes than one page of the API.
    const others = Array.from({ length: 130 }, (_, index) => ({
      id: index + 1,
      body: index % 2 === 0 ? "Looks good" : "<!-- cdk-clickstack:plan -->\nNothing to do.",
      author: { id: 7 },
    }));
    gitLab.notes.push(...others);
    expect(await run(["synthesize", "plan", "comment"])).toBe(0);
    expect(await run(["plan", "comment"])).toBe(0);
    expect(gitLab.notes).toEqual([
      ...others,
      {
        id: 131,
        body: expect.stringMatching(/^<!-- cdk-clickstack:plan -->\n### ClickStack plan: 3 to create\n/),
        author: { id: TOKENS_USER },
      },
    ]);
    expect(state.operations).toEqual([]);

    expect(await run(["reviewed", "apply"], { CI_COMMIT_SHA: "pushed" })).toBe(1);
    expect(await run(["reviewed", "apply"], { CI_COMMIT_SHA: "open" })).toBe(1);
    project.write("main.ts", PROGRAM.replace('name: "Checkout",', 'name: "Checkout US",'));
    expect(await run(["synthesize", "reviewed", "apply"])).toBe(1);
    project.write("main.ts", PROGRAM);
    expect(await listed(emulator, "dashboards")).toEqual([]);
    expect(await run(["synthesize", "reviewed", "apply"])).toBe(0);
    expect((await listed(emulator, "dashboards")).map(({ name }) => name)).toEqual(["Checkout"]);

    project.write(".clickstack-drift.yaml", "ignore: [{ type: webhook, what: unmanaged }]\n");
    const [alert] = await listed(emulator, "alerts");
    await ui(emulator, "PATCH", `/api/v2/alerts/${alert?.id}`, { threshold: 500 });
    expect(await run(["drift"])).toBe(2);
    const junit = readFileSync(join(lastMachine, "checkout", "drift.xml"), "utf8");
    expect(XMLValidator.validate(junit)).toBe(true);
    expect(junit).toContain('<testsuite name="quickstart" tests="3" failures="1" errors="0"');
    expect(readFileSync(join(lastMachine, "checkout", "drift.html"), "utf8")).toContain("<code>500</code>");
  });

  test("open, update and close one merge request with the adopted changes, and post each change of the drift once", async () => {
    const slack = await WebhookReceiver.start();
    const notify = { CLICKSTACK_NOTIFY_URL: slack.url };
    const adopted = (threshold: number) => PROGRAM.replace("above(100)", `above(${threshold})`);
    const edit = async (change: object) => {
      const [alert] = await listed(emulator, "alerts");
      await ui(emulator, "PATCH", `/api/v2/alerts/${alert?.id}`, change);
    };
    const night = async () => {
      rmSync(join(project.artifacts, "clickstack-adopted"), { recursive: true, force: true });
      const drift = await runJob("drift", notify);
      expect(await run(["adopt", "merge-request"])).toBe(0);
      return drift;
    };
    try {
      expect(await night()).toBe(2);
      expect(gitLab.branch).toEqual({
        title: "Adopt changes made in the ClickStack UI",
        message: expect.stringMatching(/^Adopt changes made in the ClickStack UI\n\nDigest: [0-9a-f]{64}$/),
        files: { "main.ts": adopted(500) },
      });
      const opened = { iid: 1, state: "opened", title: "Adopt changes made in the ClickStack UI" };
      const description = expect.stringContaining("- `clickstack_alert.too-many-errors` in quickstart\n  - `when`\n");
      expect(gitLab.requests).toEqual([expect.objectContaining({ ...opened, description, target_branch: "main" })]);
      const before = gitLab.branch;
      expect(await night()).toBe(2);
      expect(gitLab.branch).toBe(before);

      await edit({ threshold: 600 });
      expect(await night()).toBe(2);
      expect(gitLab.branch?.files).toEqual({ "main.ts": adopted(600) });
      expect(slack.received).toHaveLength(2);
      // A user closes the merge request.
      Object.assign(gitLab.requests[0] ?? {}, { state: "closed" });
      await night();
      expect(gitLab.requests).toHaveLength(1);
      await edit({ threshold: 700 });
      await night();
      expect(gitLab.requests).toMatchObject([{ state: "closed" }, { iid: 2, state: "opened" }]);

      // A user pushes to the branch.
      Object.assign(gitLab.branch ?? {}, { title: "Improve" });
      await edit({ threshold: 800 });
      await night();
      expect(gitLab.branch?.files).toEqual({ "main.ts": adopted(700) });
      Object.assign(gitLab.branch ?? {}, { title: "Adopt changes made in the ClickStack UI" });

      await edit({ threshold: 100 });
      expect(await night()).toBe(0);
      expect(gitLab.branch).toBeUndefined();
      expect(gitLab.requests.map(({ state }) => state)).toEqual(["closed", "closed"]);
      expect(JSON.parse(slack.received.at(-1) ?? "")).toMatchObject({ inSync: true });
      expect(slack.received).toHaveLength(5);
      expect(await runJob("merge-request", { GITLAB_TOKEN: "" })).toBe(1);
      await edit({ threshold: 500 });
    } finally {
      project.hear("a notification", slack.received.join("\n"));
      await slack.stop();
    }
  });

  test("run the program without access to credentials and the job's token, and pass on only configurations", async () => {
    project.write("main.ts", PROGRAM + PLANTING);
    expect(await run(["synthesize"], { CLICKSTACK_API_KEY: "unscoped-key-8861" })).toBe(0);
    const [program = ""] = readdirSync(join(lastMachine, "tmp"));
    const loot = readFileSync(join(lastMachine, "tmp", program, "loot"), "utf8");
    expect(loot).toContain("STATE_ADDRESS=");
    const secrets = [...secretsOfEnvironment(environment), "glpat-test", JOB_TOKEN, "unscoped-key-8861"];
    expect(secrets.filter((secret) => loot.includes(secret))).toEqual([]);
    const files = readdirSync(join(project.artifacts, "synthesized"), { recursive: true }).sort();
    expect(files).toEqual(["manifest.json", "stacks", "stacks/quickstart", "stacks/quickstart/cdk.tf.json"]);
    expect(existsSync(join(lastMachine, "home", "install-script-ran"))).toBe(false);
    // The configuration is a symbolic link to a file that only the runner can read.
    project.write("main.ts", PROGRAM + LINKING);
    const exitCode = await run(["synthesize", "plan"]);
    expect(exitCode).not.toBe(0);
    project.write("main.ts", PROGRAM);
    expect(await run(["synthesize"])).toBe(0);
  });

  test("plan and check for drift with a separate credential if one is configured", async () => {
    const { CLICKSTACK_API_KEY: key = "" } = environment;
    const variables = { CLICKSTACK_API_KEY: "this one only applies", CLICKSTACK_PLAN_API_KEY: key };
    expect(await run(["plan"], variables)).toBe(0);
    expect(await run(["drift"], variables)).toBe(2);
    expect(await run(["reviewed", "apply"], variables)).toBe(1);
  });

  test.each(["plan", "apply", "drift"])("fail in the job %s if the command is killed or missing", async (name) => {
    for (const exitCode of [137, 127, 1]) {
      await project.whereCommandsEndWith(exitCode, async () => expect(await run([name])).toBe(exitCode));
    }
  });

  test("accept the backend of the program that init writes", async () => {
    project.write("main.ts", readFileSync(join(FOLDER, "main.ts"), "utf8"));
    expect(await run(["synthesize"])).toBe(0);
    const { STATE_BACKEND = "" } = expanded(variables, { STATE_ADDRESS: state.address });
    const words = ["--out", join(project.folder, "staged"), "--backend", STATE_BACKEND];
    expect(await callCli(["stage", join(project.artifacts, "synthesized"), ...words])).toMatchObject({ exitCode: 0 });
  });

  test("do not fail without a token for comments, unless the job applies a plan", async () => {
    const before = JSON.stringify(gitLab.notes);
    expect(await run(["comment"], { GITLAB_TOKEN: "" })).toBe(0);
    expect(await run(["reviewed"], { GITLAB_TOKEN: "" })).toBe(1);
    expect(JSON.stringify(gitLab.notes)).toBe(before);
  });
});

/**
 * Code of a compromised dependency, which collects everything that it can read. Without root it has the permissions of
 * the job.
 */
const PLANTING = `
const { readFileSync, readdirSync, writeFileSync } = await import("node:fs");
const found = [];
const read = (file) => { try { found.push(readFileSync(file, "latin1")); } catch (error) { found.push(String(error)); } };
const parentOf = (id) => Number(/^PPid:\\s*(\\d+)/m.exec(readFileSync("/proc/" + id + "/status", "utf8"))[1]);
for (let id = process.pid; id > 1 && (${IS_ROOT} || id === process.pid); id = parentOf(id)) read("/proc/" + id + "/environ");
read(".git/config");
${IS_ROOT ? 'read(process.cwd() + "/../../checkout/.git/config");' : ""}
writeFileSync("loot", found.join("\\n"));
writeFileSync("cdktf.out/stacks/quickstart/evil.tf", "locals {}");
`;

const LINKING = `
const { rmSync, symlinkSync } = await import("node:fs");
rmSync("cdktf.out/stacks/quickstart/cdk.tf.json");
symlinkSync(process.cwd() + "/../../checkout/.git/config", "cdktf.out/stacks/quickstart/cdk.tf.json");
`;

const JOB_TOKEN = "token-of-the-job";

/** Replaces variables inside variables, as GitLab does. */
function expanded(
  variables: Readonly<Record<string, string>>,
  known: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries(variables);
  return Object.fromEntries(
    entries.map(([name, text]) => [name, text.replaceAll(/\$(\w+)/g, (_, other: string) => known[other] ?? "")]),
  );
}

/** The id of the user who owns the token. */
const TOKENS_USER = 42;

/** Returns the merge requests of a commit if the path requests them. */
function mergeRequestsAt(path: string): readonly object[] | undefined {
  const [, commit] = /^\/projects\/5\/repository\/commits\/(\w+)\/merge_requests$/.exec(path) ?? [];
  if (commit === undefined) {
    return undefined;
  }
  const merged = { iid: 9, state: "merged", target_branch: "main", merge_commit_sha: "merged" };
  const open = { iid: 9, state: "opened", target_branch: "main", sha: "open" };
  return { merged: [merged], open: [open] }[commit] ?? [];
}

/** Returns the requested page of a list, and the number of the next page. */
function pageOf(list: readonly object[], url: string): readonly [page: readonly object[], next: string] {
  const query = new URL(url, "http://localhost").searchParams;
  const [size, page] = [Number(query.get("per_page") ?? 20), Number(query.get("page") ?? 1)];
  return [list.slice((page - 1) * size, page * size), page * size < list.length ? String(page + 1) : ""];
}

/** Fields of the requests that the kit sends. */
interface Sent {
  readonly body?: string;
  readonly branch?: string;
  readonly start_sha?: string;
  readonly force?: boolean;
  readonly commit_message?: string;
  readonly actions?: readonly Readonly<Record<string, string>>[];
  readonly state_event?: string;
}

interface MergeRequest {
  readonly iid: number;
  readonly state: string;
  readonly source_branch: string;
}

/** Returns the content of a file in an action of a commit. */
function contentOf({ action, encoding, content }: Readonly<Record<string, string>>): string {
  if (action !== "update" || encoding !== "base64") {
    throw new Error("The test does not know the action.");
  }
  return Buffer.from(content ?? "", "base64").toString("utf8");
}

/**
 * A GitLab server over real HTTP with the notes of one merge request, the branch of adopted changes, and the merge
 * requests of this branch.
 */
class GitLab {
  branch: { readonly title: string; readonly message: string; readonly files: object } | undefined;
  readonly requests: MergeRequest[] = [];
  readonly notes: { id: number; body: string; author: { id: number } }[] = [];
  readonly #server: Server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const isAllowed = headers["private-token"] === "glpat-test";
      const sent = (text === "" ? {} : JSON.parse(text)) as Sent;
      const content = isAllowed
        ? (this.#adopted(method, url, sent) ?? this.#content(method, url, sent.body ?? ""))
        : undefined;
      response.statusCode = content === undefined ? 404 : 200;
      const [page, next] = Array.isArray(content) ? pageOf(content, url) : [content, ""];
      response.setHeader("x-next-page", next);
      response.end(JSON.stringify(page ?? {}));
    });
  });

  #adopted(method: string, url: string, sent: Sent): object | undefined {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const [, iid] = /^\/projects\/5\/merge_requests\/(\d+)$/.exec(pathname) ?? [];
    if (pathname === "/projects/5/repository/branches/clickstack%2Fadopt") {
      const { branch } = this;
      this.branch = method === "DELETE" ? undefined : branch;
      return branch && { commit: { title: branch.title, message: `${branch.message}\n` } };
    }
    if (pathname === "/projects/5/repository/commits" && method === "POST") {
      const { branch, start_sha: start, force, commit_message: message = "", actions = [] } = sent;
      expect({ branch, start, force }).toEqual({ branch: "clickstack/adopt", start: "merged", force: true });
      const files = Object.fromEntries(actions.map((each) => [each.file_path, contentOf(each)]));
      this.branch = { title: message.split("\n")[0] ?? "", message, files };
      return {};
    }
    if (pathname === "/projects/5/merge_requests" && method === "GET") {
      const [state, branch] = [searchParams.get("state"), searchParams.get("source_branch")];
      return this.requests.filter((each) => each.state === state && each.source_branch === branch);
    }
    if (pathname === "/projects/5/merge_requests") {
      const ids = { source_project_id: 5, target_project_id: 5 };
      this.requests.push({ ...(sent as MergeRequest), ...ids, iid: this.requests.length + 1, state: "opened" });
      return {};
    }
    const request = method === "PUT" && iid !== undefined ? this.requests[Number(iid) - 1] : undefined;
    const { state_event: event, ...changes } = sent;
    return request && Object.assign(request, changes, event === "close" ? { state: "closed" } : {});
  }

  #content(method: string, path: string, body: string): object | undefined {
    const author = { id: TOKENS_USER };
    if (path === "/user") {
      return author;
    }
    const requests = mergeRequestsAt(path);
    if (requests) {
      return requests;
    }
    const [isNotes, id] = /^\/projects\/5\/merge_requests\/9\/notes(?:\/(\d+))?(?:\?.*)?$/.exec(path) ?? [];
    if (isNotes === undefined) {
      return undefined;
    }
    if (method === "POST") {
      this.notes.push({ id: this.notes.length + 1, body, author });
    }
    if (method === "PUT") {
      this.notes.splice(Number(id) - 1, 1, { id: Number(id), body, author });
    }
    return this.notes;
  }

  static async start(): Promise<GitLab> {
    const gitLab = new GitLab();
    await new Promise<void>((resolve) => gitLab.#server.listen(0, "127.0.0.1", resolve));
    return gitLab;
  }

  get environment(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    return {
      CI_API_V4_URL: `http://127.0.0.1:${port}`,
      CI_PROJECT_ID: "5",
      CI_MERGE_REQUEST_IID: "9",
      CI_PIPELINE_SOURCE: "push",
      CI_COMMIT_SHA: "merged",
      CI_DEFAULT_BRANCH: "main",
      CI_JOB_TOKEN: JOB_TOKEN,
      CI_REGISTRY_PASSWORD: JOB_TOKEN,
      CI_DEPENDENCY_PROXY_PASSWORD: JOB_TOKEN,
      CI_REPOSITORY_URL: `https://gitlab-ci-token:${JOB_TOKEN}@gitlab.example/acme/shop.git`,
    };
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
