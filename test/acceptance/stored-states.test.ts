import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { differences } from "../../src/cli/engine/plan-json";
import { kindOf, objectsOf, shapeOf, type VariantsShape } from "../../src/declaration/shape";
import type { Emulator } from "../../src/emulator";
import { provider } from "../../src/provider/provider";
import { tileConfigField } from "../../src/resources/dashboard/tiles/tile-config";
import { VERSION } from "../../src/version";
import { emulatorForEachTest } from "../support/emulator/emulator-for-tests";
import { DEPLOYMENTS, STORED_SERVER } from "../support/everything";
import { ServedWorkspace } from "../support/workspace";

const STATES = join(__dirname, "..", "fixtures", "versions");

const stored = readdirSync(STATES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: version }) => DEPLOYMENTS.map((deployment) => [version, deployment.name, deployment] as const));

const read = (...path: string[]) => readFileSync(join(STATES, ...path), "utf8");

describe.each(stored)(
  "a state of version %s with every resource type in the %s deployment",
  (version, name, deployment) => {
    let folder: string;
    let emulator: Emulator;
    let workspace: ServedWorkspace;
    emulatorForEachTest(
      (each) => {
        emulator = each;
      },
      () => {
        folder = mkdtempSync(join(tmpdir(), "stored-state-"));
        const stateFile = join(folder, "server.json");
        copyFileSync(join(STATES, version, name, "server.json"), stateFile);
        const { at } = JSON.parse(read(version, name, "made.json"));
        return { ...STORED_SERVER, stateFile, now: () => new Date(at) };
      },
    );

    beforeEach(async () => {
      // The states contain no addresses of dashboards.
      workspace = new ServedWorkspace({ ...deployment.environment(emulator.endpoints), CLICKSTACK_UI_ENDPOINT: "" });
      workspace.write("");
      workspace.write(read(version, name, "everything.tf.json"), "everything.tf.json");
      copyFileSync(join(STATES, version, name, "terraform.tfstate"), join(workspace.folder, "terraform.tfstate"));
      await workspace.init();
    });

    afterEach(() => {
      workspace.remove();
      rmSync(folder, { recursive: true });
    });

    test("has an empty plan, and a refresh finds no change from elsewhere", async () => {
      const { exitCode } = await workspace.plan("-detailed-exitcode", "-out=stored.tfplan");
      expect(exitCode).toBe(0);
      const known = await workspace.states();
      const plan = JSON.parse(await workspace.must("show", "-json", "stored.tfplan")) as Plan;
      expect(changedValues(plan.resource_changes)).toEqual([]);
      // Values that the earlier version did not know are read now.
      const isKnown = ([address, path]: ChangedValue) =>
        Object.hasOwn(known.get(address) ?? {}, path.split(".")[0] ?? "");
      expect(changedValues(plan.resource_drift).filter(isKnown)).toEqual([]);
      expect(emulator.requests.every(({ method }) => method === "GET")).toBe(true);
    });
  },
);

interface Change {
  readonly address: string;
  readonly change: { readonly before: object; readonly after: object };
}

/** The used part of a plan in JSON. */
interface Plan {
  readonly resource_changes: readonly Change[];
  /** Changes that the refresh found. */
  readonly resource_drift?: readonly Change[];
}

/** The address of an object, and the path of a value in the object. */
type ChangedValue = readonly [string, string];

function changedValues(changes: readonly Change[] = []): readonly ChangedValue[] {
  return changes.flatMap(({ address, change }) =>
    differences(change.before, change.after).map((path) => [address, path] as const),
  );
}

describe("the states of this version that are stored for later tests", () => {
  const resources = DEPLOYMENTS.flatMap(({ name }) => {
    const { resources: all } = JSON.parse(read(VERSION, name, "terraform.tfstate"));
    return all as { type: string; mode: string; instances: { attributes: Record<string, unknown> }[] }[];
  }).filter(({ mode }) => mode === "managed");

  test("contain every resource type", () => {
    expect(new Set(resources.map(({ type }) => type))).toEqual(new Set(Object.keys(provider.resources)));
  });

  test("contain every tile kind", () => {
    const tiles = resources
      .filter(({ type }) => type === "clickstack_dashboard")
      .flatMap(({ instances }) => instances.flatMap(({ attributes }) => Object.values(attributes.tiles as object)));
    const kinds = tiles.map(({ config }) => [config.display_type, config.config_type].filter(Boolean).join(" "));
    const all = objectsOf(shapeOf(tileConfigField) as VariantsShape).map((kind) => kindOf(kind));
    expect(new Set(kinds)).toEqual(new Set(all));
  });
});
