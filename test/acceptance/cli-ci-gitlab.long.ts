import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { XMLValidator } from "fast-xml-parser";
import { parse } from "yaml";
import { CiProject } from "../support/ci-project";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { secretsOfEnvironment } from "../support/leaks/secrets-of-environment";
import { listed, ui } from "../support/ui";

const KIT = readFileSync(join(__dirname, "..", "..", "examples", "ci", "gitlab", ".gitlab-ci.yml"), "utf8");

interface Job {
  readonly extends?: string;
  readonly stage?: string;
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
  readonly rules?: readonly { readonly if: string }[];
}

const { stages, variables, ...jobs } = parse(KIT) as Record<string, Job> & {
  stages: readonly string[];
  variables: Readonly<Record<string, string>>;
};

test("every job extends an existing job, belongs to a stage, and has a rule and a script", () => {
  const own = Object.entries(jobs).filter(([name]) => !name.startsWith("."));
  expect(own.map(([name]) => name)).toEqual(["plan", "apply", "drift"]);
  for (const [, job] of own) {
    expect(Object.keys(jobs)).toContain(job.extends);
    expect(stages).toContain(job.stage);
    expect(job.rules).toHaveLength(1);
    expect(job.script?.length).toBeGreaterThan(0);
  }
});

describe("the jobs' commands", () => {
  const emulator = emulatorForTests();
  let gitLab: GitLab;
  let project: CiProject;
  let environment: Record<string, string>;

  beforeAll(async () => {
    gitLab = await GitLab.start();
    environment = environmentFor(emulator.endpoints);
    project = new CiProject({ ...environment, ...gitLab.environment, ...expanded(variables, gitLab.environment) });
    // The image's package manager: this machine has its packages except jq, of which the kit needs one filter.
    project.command("apk", "exit 0");
    project.command("jq", FILTERS, process.execPath);
  });

  afterAll(async () => {
    project.hear("a comment", JSON.stringify(gitLab.notes));
    project.remove();
    await gitLab.stop();
  });

  const runJob = async (name: string, variables: Readonly<Record<string, string>> = {}) => {
    const { before_script: before = [] } = jobs[jobs[name]?.extends ?? ""] ?? {};
    const lines = [...before, ...(jobs[name]?.script ?? [])];
    return (await project.run(["bash", "-eo", "pipefail"], lines.join("\n"), variables)).exitCode;
  };

  test("comment the plan once, update the comment, apply only the reviewed plan, and fail on drift with a test report", async () => {
    const others = [
      { id: 1, body: "Looks good", author: { id: 7 } },
      { id: 2, body: "<!-- cdk-clickstack:plan -->\nNothing to do.", author: { id: 7 } },
    ];
    gitLab.notes.push(...others);
    expect(await runJob("plan")).toBe(0);
    expect(await runJob("plan")).toBe(0);
    expect(gitLab.notes).toEqual([
      ...others,
      {
        id: 3,
        body: expect.stringMatching(/^<!-- cdk-clickstack:plan -->\n### ClickStack plan: 3 to create\n/),
        author: { id: TOKENS_USER },
      },
    ]);

    expect(await runJob("apply", { CI_COMMIT_SHA: "pushed" })).toBe(1);
    const main = readFileSync(join(project.folder, "main.ts"), "utf8");
    writeFileSync(join(project.folder, "main.ts"), main.replace('name: "Checkout",', 'name: "Checkout US",'));
    expect(await runJob("apply")).toBe(1);
    writeFileSync(join(project.folder, "main.ts"), main);
    expect(await listed(emulator, "dashboards")).toEqual([]);
    expect(await runJob("apply")).toBe(0);
    expect((await listed(emulator, "dashboards")).map(({ name }) => name)).toEqual(["Checkout"]);
    rmSync(join(project.folder, "plans"), { recursive: true });

    writeFileSync(join(project.folder, ".clickstack-drift.yaml"), "ignore: [{ type: webhook, what: unmanaged }]\n");
    const [alert] = await listed(emulator, "alerts");
    await ui(emulator, "PATCH", `/api/v2/alerts/${alert?.id}`, { threshold: 500 });
    expect(await runJob("drift")).toBe(2);
    const junit = readFileSync(join(project.folder, "drift.xml"), "utf8");
    expect(XMLValidator.validate(junit)).toBe(true);
    expect(junit).toContain('<testsuite name="quickstart" tests="3" failures="1" errors="0">');
    expect(readFileSync(join(project.folder, "drift.html"), "utf8")).toContain("<code>500</code>");
  });

  test("hide secrets from all programs that npm runs", () => {
    const { GITLAB_TOKEN = "", CI_JOB_TOKEN = "" } = gitLab.environment;
    const secrets = [...secretsOfEnvironment(environment), GITLAB_TOKEN, CI_JOB_TOKEN];
    for (const command of ["ci", "run"] as const) {
      for (const secret of secrets) {
        expect(project.npmEnvironment(command)).not.toContain(secret);
      }
    }
  });

  test("plan and look for drift with a separate credential if one is configured", async () => {
    const { CLICKSTACK_API_KEY: key = "" } = environment;
    const variables = { CLICKSTACK_API_KEY: "this one only applies", CLICKSTACK_PLAN_API_KEY: key };
    expect(await runJob("plan", variables)).toBe(0);
    expect(await runJob("drift", variables)).toBe(2);
    expect(await runJob("apply", variables)).toBe(1);
  });

  test.each(["plan", "apply", "drift"])("%s fails where the command is killed or missing", async (name) => {
    const before = JSON.stringify(gitLab.notes);
    for (const exitCode of [137, 127, 1]) {
      await project.whereEndsWith("npx", exitCode, async () => expect(await runJob(name)).toBe(exitCode));
    }
    expect(JSON.stringify(gitLab.notes)).toBe(before);
  });
});

/** Variables as GitLab puts one into another. */
function expanded(
  variables: Readonly<Record<string, string>>,
  known: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries(variables);
  return Object.fromEntries(
    entries.map(([name, text]) => [name, text.replaceAll(/\$(\w+)/g, (_, other: string) => known[other] ?? "")]),
  );
}

/** Whose token the job has. */
const TOKENS_USER = 42;

/** The filters of the kit, for machines without jq. */
const FILTERS = `
const words = process.argv.slice(2).filter((word) => word !== "--raw-output");
const me = words[0] === "--argjson" ? Number(words.splice(0, 3)[2]) : undefined;
const input = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
if (words[0] === ".id") {
  console.log(input.id);
} else if (words[0] === ".[0].iid // empty") {
  console.log(input[0]?.iid ?? "");
} else {
  const form = /^\\[\\.\\[\\] \\| select\\(\\.author\\.id == \\$me and \\(\\.body \\| startswith\\("(.*)"\\)\\)\\) \\| \\.(id|body)\\]\\[0\\] \\/\\/ empty$/;
  const [, marker, member] = form.exec(words[0]);
  const found = input.find(({ body, author }) => author.id === me && body.startsWith(marker));
  if (found) console.log(found[member]);
}
`;

/** The merge requests that a commit came from, where a path asks for them. */
function mergeRequestsAt(path: string): readonly object[] | undefined {
  const [, commit] = /^\/projects\/5\/repository\/commits\/(\w+)\/merge_requests$/.exec(path) ?? [];
  if (commit === undefined) {
    return undefined;
  }
  return commit === "merged" ? [{ iid: 9 }] : [];
}

/** The notes of one merge request over real HTTP. */
class GitLab {
  readonly notes: { id: number; body: string; author: { id: number } }[] = [];
  readonly #server: Server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const isAllowed = headers["private-token"] === "glpat-test";
      const content = isAllowed ? this.#content(method, url, new URLSearchParams(text).get("body") ?? "") : undefined;
      response.statusCode = content === undefined ? 404 : 200;
      response.end(JSON.stringify(content ?? {}));
    });
  });

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
      CI_JOB_TOKEN: "token-of-the-job",
      GITLAB_TOKEN: "glpat-test",
    };
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
