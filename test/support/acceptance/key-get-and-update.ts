import { type KeyRefusal, seedIds } from "../../../src/emulator";
import { environmentFor } from "../environment";
import { EmulatorWithKeys } from "../restricted-keys";
import { ui } from "../ui";
import { ServedWorkspace } from "../workspace";

/** Runs a test with two keys on a server that offers get and update of keys only. */
async function withKeys(
  keyRefusal: KeyRefusal,
  run: (opened: {
    server: EmulatorWithKeys;
    workspace: ServedWorkspace;
    ids: readonly [string, string];
  }) => Promise<void>,
): Promise<void> {
  await using server = await EmulatorWithKeys.start({ keyOperations: "get-and-update", keyRefusal }, ["one", "two"]);
  const workspace = new ServedWorkspace(environmentFor(server.emulator.endpoints));
  const [one, two] = server.keys;
  try {
    await run({ server, workspace, ids: [one?.id ?? "", two?.id ?? ""] });
  } finally {
    workspace.remove();
  }
}

const adopted = (label: string, id: string, fields = "") =>
  `resource "clickstack_api_key" "${label}" {\n  adopt = { id = "${id}" }\n  ${fields}\n}\n`;

const CHANGED = `
  name = "renamed"
  state = "disabled"
  assigned_role_ids = ["${seedIds.developerRole}"]
  expire_at = "2031-01-01T00:00:00Z"
  ip_access_list = [{ source = "198.51.100.0/24", description = "office" }]`;

/** Returns a text without the line breaks of the engine. */
const unwrapped = (text: string) => text.replace(/\s+/g, " ");

/** Returns the number of occurrences of a text. */
const countOf = (text: string, part: string) => text.split(part).length - 1;

/** Declares the test that adopts keys and changes them on a server with this refusal. */
export function testAdoptedKeys(refusal: KeyRefusal): void {
  describe(`a server that returns ${refusal} for every request except get and update of a key`, () => {
    test("lets the provider adopt keys by id, change every field and change it back, with empty plans afterwards", async () => {
      await withKeys(refusal, async ({ server, workspace, ids: [one, two] }) => {
        await workspace.applyOf(adopted("one", one) + adopted("two", two));
        expect(await workspace.plannedDifferences()).toEqual([]);

        workspace.write(adopted("one", one, CHANGED) + adopted("two", two, 'state = "disabled"'));
        const planned = await workspace.plan();
        expect(planned.stderr).toBe("");
        expect(countOf(planned.stdout, "Warning:")).toBe(1);
        expect(unwrapped(planned.stdout)).toContain("The server refuses the list of API keys");
        await workspace.apply();
        expect(await server.stored(one)).toMatchObject({
          name: "renamed",
          state: "disabled",
          assignedRoles: [{ roleId: seedIds.developerRole }],
          expireAt: "2031-01-01T00:00:00.000Z",
          ipAccessList: [{ source: "198.51.100.0/24", description: "office" }],
        });
        expect(await server.stored(two)).toMatchObject({ name: "two", state: "disabled" });
        const unchanged = await workspace.plan("-detailed-exitcode");
        expect(unchanged.exitCode).toBe(0);
        expect(countOf(unchanged.stdout, "Warning:")).toBe(0);

        await workspace.applyOf(adopted("one", one, 'state = "enabled"\n  expire_at = "never"') + adopted("two", two));
        expect(await server.stored(one)).toMatchObject({ state: "enabled", expireAt: null, name: "renamed" });
        expect(await workspace.plannedDifferences()).toEqual([]);
      });
    });
  });
}

/** Declares the tests of drift, import and destroy of keys on a server with this refusal. */
export function testRestrictedKeys(refusal: KeyRefusal): void {
  describe(`a server that offers only get and update of keys, and answers ${refusal} otherwise`, () => {
    test("lets the provider restore drift, adopt with an import, and destroy without a delete", async () => {
      await withKeys(refusal, async ({ server, workspace, ids: [one, two] }) => {
        const imported = `import {\n  to = clickstack_api_key.one\n  id = "${one.toUpperCase()}"\n}\n`;
        const hcl = adopted("one", one, 'state = "enabled"') + adopted("two", two, 'on_destroy = "disable"');
        workspace.write(imported + hcl);
        await workspace.must("import", "-no-color", "clickstack_api_key.two", two);
        await workspace.apply();
        expect(await workspace.plannedDifferences()).toEqual([]);

        await ui(server.emulator, "PATCH", `/keys/${one}`, { state: "disabled" });
        expect(await workspace.plannedDifferences()).toEqual(["clickstack_api_key.one: state"]);
        await workspace.applyPlanned();
        expect(await server.stored(one)).toMatchObject({ state: "enabled" });

        await workspace.must("destroy", "-auto-approve", "-no-color");
        expect(await server.stored(one)).toMatchObject({ name: "one", state: "enabled" });
        expect(await server.stored(two)).toMatchObject({ name: "two", state: "disabled" });
      });
    });

    test("causes one error about the missing list, and a refused delete keeps the key in the state", async () => {
      await withKeys(refusal, async ({ server, workspace, ids: [one] }) => {
        const secret = 'name = "new"\n  allow_any_ip = true\n  secret_in_state = true';
        const created = await workspace.planOf(`resource "clickstack_api_key" "new" {\n  ${secret}\n}\n`);
        expect(created.exitCode).toBe(1);
        expect(countOf(created.stderr, "Error:")).toBe(1);
        expect(unwrapped(created.stderr)).toContain("needs the list of API keys");

        const named = await workspace.planOf('resource "clickstack_api_key" "one" {\n  adopt = { name = "one" }\n}\n');
        expect(named.exitCode).toBe(1);
        expect(countOf(named.stderr, "Error:")).toBe(1);
        expect(unwrapped(named.stderr)).toContain("needs the list of API keys");

        await workspace.applyOf(adopted("one", one, 'on_destroy = "delete"'));
        const destroyed = await workspace.run("destroy", "-auto-approve", "-no-color");
        expect(destroyed.exitCode).toBe(1);
        expect(countOf(destroyed.stderr, "Error:")).toBe(1);
        expect(unwrapped(destroyed.stderr)).toContain('on_destroy = "disable"');
        expect(await server.stored(one)).toMatchObject({ state: "enabled" });
        expect(await workspace.state("clickstack_api_key.one")).toMatchObject({ id: one });
      });
    });
  });
}
