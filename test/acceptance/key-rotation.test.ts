import type { Emulator } from "../../src/emulator";
import { emulatorForEachTest } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { ui } from "../support/ui";
import { ServedWorkspace } from "../support/workspace";

const DAY = 86_400_000;
/** The provider's estimate of the server's time continues between two responses. */
const MARGIN = 600_000;

const PREVIOUS = /^ci \(previous generation [0-9a-f]{12}\)$/;

const KEY = "clickstack_api_key.ci";
const USER = "terraform_data.user";

/** A rotated key, and an object that depends on it. */
const rotated = (lifecycle: string) => `
resource "clickstack_api_key" "ci" {
  name            = "ci"
  allow_any_ip    = true
  secret_in_state = true
  rotate_every    = "30d"
  overlap         = "7d"
  ${lifecycle}
}

resource "terraform_data" "user" {
  input = clickstack_api_key.ci.id
}
`;
const CREATE_FIRST = "lifecycle {\n    create_before_destroy = true\n  }";

interface StoredKey {
  readonly id: string;
  readonly name: string;
  readonly expireAt?: string | null;
}

describe("a key that is rotated by the engine", () => {
  let now: number;
  let emulator: Emulator;
  let workspace: ServedWorkspace;
  emulatorForEachTest(
    (each) => {
      emulator = each;
    },
    { now: () => new Date(now) },
  );

  beforeEach(() => {
    now = Date.parse("2026-03-01T00:00:00Z");
    workspace = new ServedWorkspace(environmentFor(emulator.endpoints));
  });

  afterEach(() => {
    workspace.remove();
  });

  const generations = async () => {
    const { data } = (await ui(emulator, "GET", "/keys")) as { data: readonly StoredKey[] };
    return data.filter(({ name }) => name.startsWith("ci"));
  };
  const overlapOf = (key: StoredKey | undefined) => (Date.parse(String(key?.expireAt)) - now) / DAY;
  const actions = async () => (await workspace.plannedChanges()).map((change) => [change.address, ...change.actions]);

  test("exists before objects that refer to it change, and the old key works until its overlap ends", async () => {
    await workspace.applyOf(rotated(CREATE_FIRST));
    const first = String((await workspace.state(KEY)).id);
    expect(await actions()).toEqual([]);

    now += 30 * DAY;
    expect(await actions()).toEqual([
      [KEY, "create", "delete"],
      [USER, "update"],
    ]);
    const log = await workspace.apply();
    const order = ["ci: Creation complete", "user: Modifications complete", "ci (deposed object"].map((text) =>
      log.indexOf(text),
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
    const second = String((await workspace.state(KEY)).id);
    expect(await generations()).toMatchObject([
      { id: first, name: expect.stringMatching(PREVIOUS) },
      { id: second, name: "ci" },
    ]);
    expect(overlapOf((await generations())[0])).toBeCloseTo(7, 2);
    expect(await actions()).toEqual([]);

    now += 7 * DAY + MARGIN;
    expect(await actions()).toEqual([[KEY, "update"]]);
    await workspace.apply();
    expect(await generations()).toMatchObject([{ id: second, name: "ci" }]);
    await workspace.must("destroy", "-auto-approve");
    expect(await generations()).toEqual([]);
  });

  test("only gets an expiry and is never deleted, even if the engine destroys before it creates", async () => {
    await workspace.applyOf(rotated(""));
    const first = String((await workspace.state(KEY)).id);
    now += 30 * DAY;
    expect((await actions())[0]).toEqual([KEY, "delete", "create"]);
    await workspace.apply();
    const second = String((await workspace.state(KEY)).id);
    expect(await generations()).toMatchObject([
      { id: first, name: "ci (previous generation)" },
      { id: second, name: "ci" },
    ]);
    expect(overlapOf((await generations())[0])).toBeCloseTo(7, 2);
    expect(await actions()).toEqual([]);
  });

  test("is the only rotated object with -target, and the next apply updates the objects that refer to it", async () => {
    await workspace.applyOf(rotated(CREATE_FIRST));
    const first = String((await workspace.state(KEY)).id);
    now += 30 * DAY;
    await workspace.apply(`-target=${KEY}`);
    const second = String((await workspace.state(KEY)).id);
    expect(await generations()).toMatchObject([
      { id: first, name: expect.stringMatching(PREVIOUS) },
      { id: second, name: "ci" },
    ]);
    expect(await actions()).toEqual([[USER, "update"]]);
  });

  test("is completed by the next apply after an interruption at any point of the rotation", async () => {
    await workspace.applyOf(rotated(CREATE_FIRST));
    const first = String((await workspace.state(KEY)).id);

    now += 30 * DAY;
    emulator.failNext({ method: "PATCH", path: `*/keys/${first}`, status: 400, message: "refused for the test" });
    expect((await workspace.run("apply", "-auto-approve", "-no-color")).exitCode).toBe(1);
    expect((await generations()).map(({ name }) => name)).toEqual(["ci", expect.stringMatching(/^ci \(creating /)]);
    await workspace.apply();
    expect((await generations()).map(({ name }) => name)).toEqual([expect.stringMatching(PREVIOUS), "ci"]);
    expect(await actions()).toEqual([]);
  });
});
