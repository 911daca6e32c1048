import { providerBlock, testLostStates } from "../support/acceptance/existing-names";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { ServedWorkspace } from "../support/workspace";

testLostStates("open-source");

describe("a plan that creates an object", () => {
  const emulator = emulatorForTests();
  let workspace: ServedWorkspace;

  const search = (resource: string, where: string) => `
resource "clickstack_saved_search" "${resource}" {
  name      = "Same name"
  source_id = data.clickstack_source.logs.id
  where     = "${where}"
}`;
  const searches = (count: number, head = providerBlock()) =>
    `${head}
data "clickstack_source" "logs" { name = "Logs" }
${Array.from({ length: count }, (_, index) => search(`s${index}`, `level:${index}`)).join("\n")}`;

  // The tests only plan, so they share the objects and their state.
  beforeAll(async () => {
    workspace = new ServedWorkspace(environmentFor(emulator.endpoints));
    await workspace.applyOf(searches(8));
  });

  afterAll(() => workspace.remove());

  test("does not warn about objects with the same name in this state, in any order of plans", async () => {
    workspace.write(searches(9));
    const { exitCode, stdout } = await workspace.plan();
    expect(exitCode).toBe(0);
    expect(stdout).toContain("1 to add");
    expect(stdout).not.toContain("Warning");
  });

  test("is refused if it may adopt and an object with the same name is already managed", async () => {
    workspace.write(searches(9, providerBlock('on_existing_name = "adopt"')));
    const { exitCode, stderr } = await workspace.plan();
    expect(exitCode).toBe(1);
    expect(stderr).toContain('would have the name "Same name"');
  });

  test("requests the list of a resource type once, for any number of creates", async () => {
    workspace.write(searches(28));
    emulator.resetRequests();
    await workspace.must("plan", "-no-color");
    const lists = emulator.requests.filter(({ path }) => path.endsWith("/saved-searches"));
    expect(lists).toHaveLength(1);
  });
});
