import { lineUrl } from "../../../../src/cli/engine/repository-links";

const VARIABLES = ["GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA", "GITHUB_WORKSPACE"] as const;
const GITLAB = ["CI_PROJECT_URL", "CI_COMMIT_SHA", "CI_PROJECT_DIR"] as const;

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

test("a line has an address in a job of GitHub, from the folder of the repository", () => {
  expect(lineUrl("infra/main.ts", 12)).toBeUndefined();
  inGitHub(process.cwd());
  expect(lineUrl("infra/main.ts", 12)).toBe("https://github.com/acme/shop/blob/1a2b3c/infra/main.ts#L12");
  inGitHub(`${process.cwd()}/..`);
  expect(lineUrl("main.ts", 1)).toMatch(/^https:\/\/github\.com\/acme\/shop\/blob\/1a2b3c\/[^/]+\/main\.ts#L1$/);
});

test("a line has an address in a job of GitLab", () => {
  Object.assign(process.env, {
    CI_PROJECT_URL: "https://gitlab.example:8443/acme/shop",
    CI_COMMIT_SHA: "1a2b3c",
    CI_PROJECT_DIR: process.cwd(),
  });
  expect(lineUrl("main.ts", 3)).toBe("https://gitlab.example:8443/acme/shop/-/blob/1a2b3c/main.ts#L3");
});

test("names of files are encoded", () => {
  inGitHub(process.cwd());
  expect(lineUrl("a (b)/[c](d)#?\n%20.ts", 1)).toBe(
    "https://github.com/acme/shop/blob/1a2b3c/a%20%28b%29/%5Bc%5D%28d%29%23%3F%0A%2520.ts#L1",
  );
});

test("files outside of the repository and synthesized files have no address", () => {
  inGitHub(process.cwd());
  expect(lineUrl("../main.ts", 1)).toBeUndefined();
  expect(lineUrl("cdktf.out/stacks/shop/cdk.tf.json", 1)).toBeUndefined();
  process.env.GITHUB_SERVER_URL = "javascript:alert(1)//";
  expect(lineUrl("main.ts", 1)).toBeUndefined();
});
