/** Tests that follow the recipes of docs/guides/day-2.md. */

import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "../../src/emulator";
import { VERSION } from "../../src/version";
import { emulatorForEachTest } from "./emulator/emulator-for-tests";
import { environmentFor } from "./environment";
import { HttpState } from "./http-state";
import { follow, Guide } from "./recipe";
import { RecipeProject } from "./recipe-project";
import { statusWith } from "./status-with";
import { listed, ui } from "./ui";

const ROOT = join(__dirname, "..", "..");
const guide = new Guide("docs/guides/day-2.md");
const [firstProgram, deploy] = guide.steps("The first program");

const CHECKOUT = "clickstack_dashboard.checkout";
const SIGNUP = "clickstack_dashboard.signup";
const ALERT = "clickstack_alert.many-errors";

let emulator: Emulator;
let project: RecipeProject;
const projects: RecipeProject[] = [];

function newProject(): RecipeProject {
  const created = new RecipeProject(environmentFor(emulator.endpoints));
  projects.push(created);
  return created;
}

/** Deploys the first program, and returns the ids of its objects by address. */
async function deployFirst() {
  await follow(project, firstProgram);
  await follow(project, deploy);
  return idsIn();
}

const idsIn = (stack?: string) => Object.fromEntries([...project.state(stack)].map(([key, { id }]) => [key, id]));
const tileIdsIn = (address: string) => project.state().get(address)?.tile_ids as Record<string, string>;
const idsOf = async (kind: Parameters<typeof listed>[1]) => (await listed(emulator, kind)).map(({ id }) => id).sort();

/** Fails if a plan of all stacks has changes: the exit code is 2 then. */
const expectNoChanges = () => project.run("npm run --silent plan");

const KEY = "clickstack_api_key.ci";

/** Splits the stack of the first program in the way that the recipe describes, and returns the ids of all objects. */
async function splitStack() {
  const [program, commands, clean] = guide.steps("Split a stack");
  const before = await deployFirst();
  await follow(project, program);
  await follow(project, commands);
  expect(idsIn()).toEqual({ [SIGNUP]: before[SIGNUP] });
  expect(idsIn("payments")).toEqual({ [CHECKOUT]: before[CHECKOUT], [ALERT]: before[ALERT] });
  expect(await idsOf("dashboards")).toHaveLength(2);
  await follow(project, clean);
  expect(readdirSync(project.folder).filter((name) => name.startsWith("payments.tfstate"))).toEqual([]);
  return before;
}

/**
 * Creates a copy of the built package with a newer version number. Returns a command that installs the copy without the
 * registry.
 */
function installNewer(): string {
  const folder = join(project.folder, "newer");
  return [
    `mkdir ${folder}`,
    `cp -r ${join(ROOT, "dist")} ${join(ROOT, "package.json")} ${folder}`,
    `grep -rlF '"${VERSION}"' ${folder} | xargs sed -i 's/"${VERSION}"/"0.2.0"/g'`,
    `ln -sfn ${folder} node_modules/cdk-clickstack`,
    `ln -sf ${folder}/dist/cli/cdk-clickstack.js node_modules/.bin/cdk-clickstack`,
    `ln -s ${join(ROOT, "node_modules")} ${folder}/node_modules`,
  ].join(" && ");
}

/** Deletes everything that the engine stored: the local state and its folder. */
function loseState(): void {
  for (const name of readdirSync(project.folder)) {
    if (name.includes(".tfstate") || name === "cdktf.out") {
      rmSync(join(project.folder, name), { recursive: true });
    }
  }
}

/** Creates an unmanaged key for any address, and returns its id. */
async function createKey(name: string): Promise<string> {
  const { endpoint, organizationId, keyId, keySecret } = emulator.endpoints.managed;
  const response = await fetch(`${endpoint}/v1/organizations/${organizationId}/keys`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ name, state: "enabled", ipAccessList: [{ source: "0.0.0.0/0" }] }),
  });
  const { result } = (await response.json()) as { result: { key: { id: string } } };
  return result.key.id;
}

interface KeyInState {
  readonly id: string;
  readonly keyId: string;
  readonly keySecret: string;
}

function keyInState(): KeyInState {
  const { id, key_id: keyId, key_secret: keySecret } = project.state().get(KEY) ?? {};
  return { id: String(id), keyId: String(keyId), keySecret: String(keySecret) };
}

/** Returns true if the server accepts the key. A key without permission to list keys gets 403. */
const works = async ({ keyId, keySecret }: KeyInState) =>
  (await statusWith(emulator.endpoints, keyId, keySecret)) !== 401;

/** The tests by the heading of their recipe. */
const tests: Readonly<Record<string, () => Promise<void>>> = {
  "The first program": async () => {
    await deployFirst();
    await expectNoChanges();
  },

  "Rename or move tiles": async () => {
    const [renamed, applyRenamed, moved, applyMoved] = guide.steps("Rename or move tiles");
    const before = await deployFirst();
    const { errors } = tileIdsIn(CHECKOUT);
    await follow(project, renamed);
    const planned = await follow(project, applyRenamed);
    expect(planned).not.toContain("Review carefully");
    expect(idsIn()).toEqual(before);
    expect(tileIdsIn(CHECKOUT)).toMatchObject({ error_rate: errors });
    expect(project.state().get(ALERT)?.tile_id).toBe(errors);

    await follow(project, moved);
    await follow(project, applyMoved);
    expect(idsIn()).toMatchObject({ [CHECKOUT]: before[CHECKOUT], [SIGNUP]: before[SIGNUP] });
    expect(await listed(emulator, "alerts")).toMatchObject([
      { dashboardId: before[SIGNUP], tileId: tileIdsIn(SIGNUP).errors, threshold: 100 },
    ]);
    await expectNoChanges();
  },

  "Rename or move constructs": async () => {
    const [program, apply] = guide.steps("Rename or move constructs");
    const before = await deployFirst();
    await follow(project, program);
    expect(await follow(project, apply)).toContain(": 0 added, 0 changed, 0 destroyed.");
    const after = idsIn();
    expect(Object.keys(after)).not.toContain(CHECKOUT);
    expect(Object.values(after).sort()).toEqual(Object.values(before).sort());
    project.write({ "main.ts": (program?.text ?? "").replace(/^checkout\.move.*\n|\.moveFromId\(.*\)/gm, "") });
    await expectNoChanges();
  },

  "Split a stack": async () => {
    await splitStack();
  },

  "Merge stacks": async () => {
    const before = await splitStack();
    const [commands] = guide.steps("Merge stacks");
    await follow(project, firstProgram);
    await follow(project, commands);
    expect(idsIn()).toEqual(before);
    expect(idsIn("payments")).toEqual({});
    await expectNoChanges();
  },

  "Recover a lost state": async () => {
    const [adopting, applyAdopting, importing, applyImporting] = guide.steps("Recover a lost state");
    const before = await deployFirst();
    loseState();
    await follow(project, adopting);
    const planned = await follow(project, applyAdopting);
    expect(planned).toContain(`No state that this run can see contains it: ${before[CHECKOUT]}.`);
    expect(idsIn()).toEqual(before);
    expect(await idsOf("dashboards")).toHaveLength(2);
    await follow(project, firstProgram);
    await expectNoChanges();

    loseState();
    const key = await createKey("ci");
    await follow(project, importing, {
      "66f1c0de0000000000000001": String(before[CHECKOUT]),
    });
    await follow(project, applyImporting);
    expect(idsIn()).toEqual({ [CHECKOUT]: before[CHECKOUT], [KEY]: key });
    expect(tileIdsIn(CHECKOUT)).toEqual({ errors: expect.any(String) });
    expect(await idsOf("dashboards")).toHaveLength(2);
    await expectNoChanges();
  },

  "Rotate a key now": async () => {
    const [program, apply, replace] = guide.steps("Rotate a key now");
    project.write({ "main.ts": (program?.text ?? "").replace(/, keepers: \{.*?\}/, "") });
    await follow(project, deploy);
    const first = keyInState();
    await follow(project, program);
    expect(await follow(project, apply)).toContain("key ci: replaced");
    const second = keyInState();
    expect(second.id).not.toBe(first.id);
    expect(await works(first)).toBe(true);
    expect(await works(second)).toBe(true);
    await follow(project, replace);
    const third = keyInState();
    expect(third.id).not.toBe(second.id);
    expect(await works(second)).toBe(true);
    expect(await works(third)).toBe(true);
    await expectNoChanges();

    project.write({
      "main.ts": (program?.text ?? "").replace('"1d"', '"0s"').replace("2026-11-23", "2026-11-24"),
    });
    await follow(project, deploy);
    expect(await works(third)).toBe(false);
    expect(await works(keyInState())).toBe(true);
  },

  "Upgrade the package": async () => {
    const [commands] = guide.steps("Upgrade the package");
    const before = await deployFirst();
    const upgraded = await follow(project, commands, { "npm install cdk-clickstack@latest": installNewer() });
    expect(upgraded).toContain("Nothing to do.");
    const lockFile = join(project.folder, "cdktf.out", "stacks", "observability", ".terraform.lock.hcl");
    expect(readFileSync(lockFile, "utf8")).toMatch(/^ {2}version += "0\.2\.0"$/m);
    expect(idsIn()).toEqual(before);
    await expectNoChanges();
  },

  "Release objects": async () => {
    const [program, apply] = guide.steps("Release objects");
    const before = await deployFirst();
    await follow(project, program);
    expect(await follow(project, apply)).toContain(" 0 destroyed.");
    expect(idsIn()).toEqual({ [SIGNUP]: before[SIGNUP] });
    expect(await idsOf("dashboards")).toEqual([before[CHECKOUT], before[SIGNUP]].sort());
    expect(await idsOf("alerts")).toEqual([before[ALERT]]);
    await expectNoChanges();
  },

  "Remove the provider": async () => {
    const [destroy, forget] = guide.steps("Remove the provider");
    const before = await deployFirst();
    await follow(project, forget);
    expect(idsIn()).toEqual({});
    expect(await idsOf("dashboards")).toEqual([before[CHECKOUT], before[SIGNUP]].sort());
    expect(await idsOf("alerts")).toEqual([before[ALERT]]);

    loseState();
    await follow(project, deploy);
    await follow(project, destroy);
    expect(idsIn()).toEqual({});
    expect(await idsOf("dashboards")).toEqual([before[CHECKOUT], before[SIGNUP]].sort());
    expect(await idsOf("alerts")).toEqual([before[ALERT]]);
  },

  "Several teams": async () => {
    const [program, apply] = guide.steps("Several teams");
    await follow(project, program);
    await follow(project, apply);
    expect(Object.keys(idsIn("checkout"))).toEqual(["clickstack_alert.many-errors", "clickstack_dashboard.errors"]);
    expect(idsIn("search")).not.toEqual(idsIn("checkout"));
    const { "clickstack_webhook.pager": pager } = idsIn("platform");
    const channels = (await listed(emulator, "alerts")).map(({ channels }) => channels);
    expect(channels).toEqual([[{ type: "webhook", webhookId: pager }], [{ type: "webhook", webhookId: pager }]]);
    await expectNoChanges();
  },

  "Two operators at once": async () => {
    const [program, wait, unlock, save] = guide.steps("Two operators at once");
    const state = await HttpState.start();
    const shared = { "https://state.example.com/observability": state.address };
    const other = newProject();
    try {
      for (const each of [project, other]) {
        await follow(each, program, shared);
      }
      // The first operator waits at the question, and the apply of the second operator is refused. An apply that waits
      // for the lock then succeeds.
      let waited: Promise<string> | undefined;
      const apply = "npm run synth && cd cdktf.out/stacks/observability && terraform init && terraform apply";
      await project.runWithPrompts(apply, async () => {
        await expect(other.runWithPrompts("npm run deploy")).rejects.toThrow("Error acquiring the state lock");
        waited = follow(other, wait);
        return "yes";
      });
      expect(await waited).toContain("Nothing to do.");
      expect(await idsOf("dashboards")).toHaveLength(1);

      project.write({
        "main.ts": readFileSync(join(project.folder, "main.ts"), "utf8").replace("above(100)", "above(50)"),
      });
      other.write({
        "main.ts": readFileSync(join(other.folder, "main.ts"), "utf8").replace("above(100)", "above(70)"),
      });
      const commands = save?.text.trim().split("\n") ?? [];
      const [plan, applySaved] = [commands.slice(0, -1).join("\n"), commands.at(-1) ?? ""];
      await project.runWithPrompts(plan);
      await other.runWithPrompts("npm run deploy");
      await expect(project.runWithPrompts(applySaved)).rejects.toThrow("Saved plan is stale");
      await project.runWithPrompts(plan);
      const [alert] = await listed(emulator, "alerts");
      await ui(emulator, "PUT", `/api/v2/alerts/${alert?.id}`, { ...alert, interval: "1h" });
      await expect(project.runWithPrompts(applySaved)).rejects.toThrow("was changed after this plan was made");
      expect(await listed(emulator, "alerts")).toMatchObject([{ threshold: 70, interval: "1h" }]);
      await follow(project, save);
      expect(await listed(emulator, "alerts")).toMatchObject([{ threshold: 50, interval: "5m" }]);

      const left = { ID: "5b0ef3f9-3b56-4a4c-8f0e-0d4b6d1f2a77", Operation: "OperationTypeApply", Who: "a killed run" };
      await fetch(`${state.address}/lock`, { method: "POST", body: JSON.stringify(left) });
      await expect(project.runWithPrompts("npm run deploy")).rejects.toThrow(left.ID);
      await follow(project, unlock, { LOCK_ID: left.ID });
      await project.runWithPrompts("npm run deploy");
    } finally {
      await state.stop();
    }
  },
};

/** Headings of the recipes. */
export const RECIPES = guide.recipes;

/** Headings of the recipes that have a test. */
export const TESTED_RECIPES = Object.keys(tests);

/** Declares a test for each of these recipes. */
export function testRecipes(headings: readonly string[]): void {
  // A recipe is a whole session of a user: up to ten runs of the engine.
  jest.setTimeout(600_000);
  emulatorForEachTest((each) => {
    emulator = each;
    project = newProject();
  });

  afterEach(() => {
    for (const each of projects.splice(0)) {
      each.remove();
    }
  });

  test.each(headings)('the recipe "%s" has the described result with the real engine', async (heading) => {
    await tests[heading]?.();
  });
}
