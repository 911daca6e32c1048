import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { CiProject } from "../support/ci-project";
import { WebhookReceiver } from "../support/cli/webhook-receiver";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { fakeGh } from "../support/fake-gh";
import { GitHubJobs, type Workflow } from "../support/github-jobs";
import { HttpState } from "../support/http-state";
import { listed, ui } from "../support/ui";

const ROOT = join(__dirname, "..", "..");
const KIT = join(ROOT, "examples", "ci", "github", ".github");
const workflow = parse(readFileSync(join(KIT, "workflows", "clickstack.yml"), "utf8")) as Workflow;
const ACTION = join("actions", "clickstack", "action.yml");

const PROGRAM = readFileSync(join(ROOT, "examples", "quickstart", "main.ts"), "utf8")
  .replace("LocalBackend", "HttpBackend")
  .replace(
    'new LocalBackend(stack, { path: "terraform.tfstate" });',
    'const address = process.env.STATE_ADDRESS ?? "";\nnew HttpBackend(stack, { address });',
  )
  .replace('name: "Checkout errors"', 'name: process.env.STAGE ?? "Checkout errors"');

const BRANCH = "clickstack/adopt";
const FORK = { number: 1, state: "open", head: BRANCH, title: "Mine", body: "Mine", isCrossRepository: true };

describe("the adopt jobs of the GitHub kit after the nightly drift", () => {
  const emulator = emulatorForTests();
  let state: HttpState;
  let slack: WebhookReceiver;
  let project: CiProject;
  let secrets: Readonly<Record<string, string>>;
  let stored: ReturnType<typeof fakeGh>;
  let bare: string;

  beforeAll(async () => {
    state = await HttpState.start();
    slack = await WebhookReceiver.start();
    secrets = { ...environmentFor(emulator.endpoints), CLICKSTACK_NOTIFY_URL: slack.url };
    project = new CiProject({
      CLICKHOUSE_CLOUD_ENDPOINT: secrets.CLICKHOUSE_CLOUD_ENDPOINT ?? "",
      STATE_ADDRESS: state.address,
    });
    project.write("main.ts", PROGRAM);
    project.write(join(".github", ACTION), readFileSync(join(KIT, ACTION), "utf8"));
    project.write(".clickstack-drift.yaml", "ignore: [{ what: unmanaged }]\n");
    stored = fakeGh(project, { requests: [FORK] });
    bare = join(project.folder, "remote", "acme", "shop");
    mkdirSync(bare, { recursive: true });
    git(bare, "init", "--quiet", "--bare", "--initial-branch=main");
    git(project.repository, "init", "--quiet", "--initial-branch=main");
    commitAll("Start");
    expect(await run(["synthesize", "apply"], { GITHUB_EVENT_NAME: "workflow_dispatch" })).toBe(0);
  });

  afterAll(async () => {
    project.hear("a notification", slack.received.join("\n"));
    project.hear("the branch", git(bare, "log", "--all", "--patch"));
    project.remove();
    await slack.stop();
    await state.stop();
  });

  function git(folder: string, ...words: readonly string[]): string {
    const user = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
    return execFileSync("git", [...user, ...words], { cwd: folder, encoding: "utf8", stdio: "pipe" }).trim();
  }

  function commitAll(subject: string): void {
    git(project.repository, "add", "--all");
    git(project.repository, "commit", "--quiet", "--message", subject);
    git(project.repository, "push", "--quiet", bare, "main");
  }

  const jobsOf = (event: Readonly<Record<string, string>> = {}, of: Workflow = workflow) =>
    new GitHubJobs(project, of, {
      secrets,
      event: {
        GITHUB_EVENT_NAME: "schedule",
        GITHUB_SERVER_URL: `file://${join(project.folder, "remote")}`,
        GITHUB_RUN_ID: "5",
        ...event,
      },
      env: { ...project.engine, STATE_BACKEND: JSON.stringify({ http: { address: state.address } }) },
    });

  /** Runs jobs in their order, each on a new machine, until one fails. Returns the exit code of the last one. */
  const run = async (names: readonly string[], event?: Readonly<Record<string, string>>) => {
    const github = jobsOf(event);
    let exitCode: number | null = 0;
    for (const name of names) {
      exitCode = exitCode === 0 ? await github.run(name) : exitCode;
    }
    return exitCode;
  };

  /** Runs the jobs of one night. */
  const night = () => run(["synthesize", "drift", "adopt", "pull-request"]);

  const edit = async (threshold: number, rest: object = {}) => {
    const [alert] = await listed(emulator, "alerts");
    await ui(emulator, "PATCH", `/api/v2/alerts/${alert?.id}`, { threshold, ...rest });
  };
  const rename = async (name: string) => {
    const [dashboard] = await listed(emulator, "dashboards");
    await ui(emulator, "PATCH", `/api/v2/dashboards/${dashboard?.id}`, { name });
  };
  const requests = () => stored().requests.filter(({ number }) => number !== FORK.number);
  const tip = () => git(bare, "for-each-ref", "--format=%(objectname)", `refs/heads/${BRANCH}`);
  const fileAtTip = () => git(bare, "show", `${BRANCH}:main.ts`);

  test("open one pull request with the adopted changes and the other changes' reasons, and post the drift once", async () => {
    await edit(500, { name: "`<img>` @team" });
    await rename("Checkout EU");
    expect(await night()).toBe(0);
    expect(requests()).toEqual([
      {
        ...{ number: 71, state: "open", head: BRANCH, title: "Adopt changes made in the ClickStack UI" },
        body: expect.stringContaining("- `clickstack_alert.too-many-errors` in quickstart\n"),
        isCrossRepository: false,
      },
    ]);
    const [{ body } = { body: "" }] = requests();
    expect(body).toMatch(
      /\*\*Not adopted\.\*\*[\s\S]*`clickstack_alert.too-many-errors` in quickstart\n {2}- `name.*main\.ts:/,
    );
    expect(body).not.toContain("<img>");
    expect(fileAtTip()).toBe(
      PROGRAM.replace("above(100)", "above(500)").replace('name: "Checkout",', 'name: "Checkout EU",').trim(),
    );
    expect(git(bare, "log", "--format=%an: %s", BRANCH)).toBe(
      "github-actions[bot]: Adopt changes made in the ClickStack UI\nAda: Start",
    );
    expect(git(bare, "diff", "--stat", "--summary", "main", BRANCH)).toMatch(/^main\.ts \| 4 \+\+--\n 1 file changed/);
    expect(slack.received).toHaveLength(1);
    expect(JSON.parse(slack.received[0] ?? "")).toMatchObject({
      remaining: 2,
      drift: [{ address: "clickstack_alert.too-many-errors" }, { address: "clickstack_dashboard.checkout" }],
    });

    const before = tip();
    expect(await night()).toBe(0);
    expect(tip()).toBe(before);
    expect(requests()).toHaveLength(1);
    expect(slack.received).toHaveLength(1);
  });

  test("update the branch and the pull request when the drift changes, even after a change of main", async () => {
    project.write("README.md", "# Shop\n");
    commitAll("Add a page");
    const before = tip();
    expect(await night()).toBe(0);
    expect(tip()).toBe(before);

    await edit(900);
    expect(await night()).toBe(0);
    expect(fileAtTip()).toContain("above(900)");
    expect(git(bare, "log", "--format=%s", BRANCH)).toBe("Adopt changes made in the ClickStack UI\nAdd a page\nStart");
    expect(requests()).toMatchObject([{ number: 71, state: "open" }]);
    expect(slack.received).toHaveLength(2);
  });

  test("do not reopen a closed pull request for the same changes", async () => {
    const file = join(project.folder, "gh.json");
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace('"number":71,"state":"open"', '"number":71,"state":"closed"'),
    );
    expect(await night()).toBe(0);
    expect(requests()).toMatchObject([{ state: "closed" }]);
    await edit(901);
    expect(await night()).toBe(0);
    expect(requests()).toMatchObject([
      { number: 71, state: "closed" },
      { number: 72, state: "open" },
    ]);
  });

  test("do not change a branch that a user changed, also during a push", async () => {
    const clone = join(project.folder, "clone");
    git(project.folder, "clone", "--quiet", "--branch", BRANCH, bare, clone);
    writeFileSync(join(clone, "main.ts"), "// mine\n");
    git(clone, "commit", "--quiet", "--all", "--message", "Improve");
    git(clone, "push", "--quiet");
    const mine = tip();
    await edit(902);
    expect(await night()).toBe(0);
    expect(tip()).toBe(mine);
    expect(fileAtTip()).toBe("// mine");
    git(bare, "update-ref", `refs/heads/${BRANCH}`, `${mine}^`);
  });

  test("refuse a patch that another job uploaded", async () => {
    const before = tip();
    const github = jobsOf();
    for (const name of ["drift", "adopt"]) {
      expect(await github.run(name)).toBe(0);
    }
    writeFileSync(
      join(project.artifacts, "adopt", "adopt.patch"),
      "--- a/.github/x\n+++ b/.github/x\n@@ -0,0 +1 @@\n+x\n",
    );
    expect(await github.run("pull-request")).toBe(1);
    expect(tip()).toBe(before);
  });

  test.each([
    ["code with credentials", join(".github", ACTION)],
    ["packages", "package-lock.json"],
  ])("refuse a patch that changes %s", async (_, path) => {
    const before = tip();
    const text = project.read(path);
    project.write(path, `${text}# more\n`);
    const patch = `${git(project.repository, "diff")}\n`;
    project.write(path, text);
    const { adopt, ...rest } = workflow.jobs;
    const upload = adopt?.steps.filter(({ uses }) => uses?.startsWith("actions/upload-artifact@")) ?? [];
    const script = `cd "$RUNNER_TEMP" && mkdir adopt && printf %s "$PATCH" > adopt/adopt.patch && : > adopt/adopt.md
echo "sha256=$(sha256sum < adopt/adopt.patch | cut -d ' ' -f 1)" >> "$GITHUB_OUTPUT"`;
    const forging = { ...adopt, steps: [{ id: "adopt", run: script, env: { PATCH: patch } }, ...upload] };
    const github = jobsOf({}, { ...workflow, jobs: { ...rest, adopt: forging } });
    expect(await github.run("adopt")).toBe(0);
    expect(await github.run("pull-request")).toBe(1);
    expect(github.printed.at(-1)).toContain("::error::The patch changes other files than the program.");
    expect(tip()).toBe(before);
  });

  test("close the pull request and delete the branch when the drift is resolved, and post this once", async () => {
    await edit(100, { name: "Checkout errors" });
    await rename("Checkout");
    rmSync(join(project.artifacts, "adopt"), { recursive: true });
    const posted = slack.received.length;
    expect(await run(["synthesize", "drift", "pull-request"])).toBe(0);
    expect(requests().map(({ state }) => state)).toEqual(["closed", "closed"]);
    expect(stored().requests).toContainEqual(FORK);
    expect(tip()).toBe("");
    expect(slack.received).toHaveLength(posted + 1);
    expect(JSON.parse(slack.received.at(-1) ?? "")).toMatchObject({ inSync: true, drift: [] });
    expect(await run(["drift", "pull-request"])).toBe(0);
    expect(slack.received).toHaveLength(posted + 1);
  });

  test("update the issue even if the notification fails, and post again the next night", async () => {
    await edit(700);
    slack.answer = { status: 500, text: "no" };
    const posted = slack.received.length;
    expect(await run(["drift"])).toBe(1);
    expect(readFileSync(join(project.artifacts, "drift", "drift.md"), "utf8")).toContain("700");
    slack.answer = { status: 200 };
    expect(await run(["drift", "issue"])).toBe(0);
    expect(slack.received).toHaveLength(posted + 2);
    expect(stored().issues).toMatchObject([{ state: "open" }]);
  });
});
