import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lineUrl } from "../../../../src/cli/project/repository-links";

const VARIABLES = [
  "GITHUB_SERVER_URL",
  "GITHUB_REPOSITORY",
  "GITHUB_SHA",
  "GITHUB_WORKSPACE",
  "GITHUB_EVENT_PATH",
] as const;
const GITLAB = ["CI_PROJECT_URL", "CI_COMMIT_SHA", "CI_PROJECT_DIR", "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"] as const;

const before = { ...process.env };
beforeEach(() => {
  for (const name of [...VARIABLES, ...GITLAB]) {
    delete process.env[name];
  }
});
afterAll(() => {
  process.env = before;
});

const inGitHub = (workspace: string) =>
  Object.assign(process.env, {
    GITHUB_SERVER_URL: "https://github.com",
    GITHUB_REPOSITORY: "acme/shop",
    GITHUB_SHA: "1a2b3c",
    GITHUB_WORKSPACE: workspace,
  });

test("a source line has a link in a GitHub job, with a path relative to the repository", () => {
  expect(lineUrl("infra/main.ts", 12)).toBeUndefined();
  inGitHub(process.cwd());
  expect(lineUrl("infra/main.ts", 12)).toBe("https://github.com/acme/shop/blob/1a2b3c/infra/main.ts#L12");
  inGitHub(`${process.cwd()}/..`);
  expect(lineUrl("main.ts", 1)).toMatch(/^https:\/\/github\.com\/acme\/shop\/blob\/1a2b3c\/[^/]+\/main\.ts#L1$/);
});

test("a source line has a link in a GitLab job", () => {
  Object.assign(process.env, {
    CI_PROJECT_URL: "https://gitlab.example:8443/acme/shop",
    CI_COMMIT_SHA: "1a2b3c",
    CI_PROJECT_DIR: process.cwd(),
  });
  expect(lineUrl("main.ts", 3)).toBe("https://gitlab.example:8443/acme/shop/-/blob/1a2b3c/main.ts#L3");
});

test("a line of a pull request links to its last commit, and not to the temporary merge commit", () => {
  const folder = mkdtempSync(join(tmpdir(), "clickstack-event-"));
  const file = join(folder, "event.json");
  const head = "0123456789abcdef0123456789abcdef01234567";
  try {
    inGitHub(process.cwd());
    process.env.GITHUB_EVENT_PATH = file;
    const urlFor = (event: string) => {
      writeFileSync(file, event);
      return lineUrl("main.ts", 3);
    };
    expect(urlFor(JSON.stringify({ pull_request: { head: { sha: head } } }))).toContain(`/blob/${head}/main.ts#L3`);
    for (const event of ["{", "{}", JSON.stringify({ pull_request: { head: { sha: "x/../../evil" } } })]) {
      expect(urlFor(event)).toContain("/blob/1a2b3c/main.ts#L3");
    }
    rmSync(file);
    expect(lineUrl("main.ts", 3)).toContain("/blob/1a2b3c/");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a line of a merge request links to its last commit in a pipeline of merged results", () => {
  Object.assign(process.env, {
    CI_PROJECT_URL: "https://gitlab.example/acme/shop",
    CI_COMMIT_SHA: "1a2b3c",
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: "4d5e6f",
    CI_PROJECT_DIR: process.cwd(),
  });
  expect(lineUrl("main.ts", 3)).toBe("https://gitlab.example/acme/shop/-/blob/4d5e6f/main.ts#L3");
});

test("file names are percent-encoded in links", () => {
  inGitHub(process.cwd());
  expect(lineUrl("a (b)/[c](d)#?\n%20.ts", 1)).toBe(
    "https://github.com/acme/shop/blob/1a2b3c/a%20%28b%29/%5Bc%5D%28d%29%23%3F%0A%2520.ts#L1",
  );
});

test("files outside of the repository and synthesized files have no links", () => {
  inGitHub(process.cwd());
  expect(lineUrl("../main.ts", 1)).toBeUndefined();
  expect(lineUrl("cdktf.out/stacks/shop/cdk.tf.json", 1)).toBeUndefined();
  process.env.GITHUB_SERVER_URL = "javascript:alert(1)//";
  expect(lineUrl("main.ts", 1)).toBeUndefined();
});
