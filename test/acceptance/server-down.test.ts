import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { firstOf, longTest } from "../support/long-test";
import { RefusingPort } from "../support/refusing-port";
import { ServedWorkspace } from "../support/workspace";

const STACK = `
resource "clickstack_dashboard" "d" {
  count = 13
  name  = "Dashboard \${count.index}"
  tiles = { t = { name = "T", x = 0, y = 0, w = 12, h = 6, config = { display_type = "markdown", markdown = "text" } } }
}
resource "clickstack_saved_search" "s" {
  count     = 13
  name      = "Search \${count.index}"
  source_id = "650000000000000000000001"
}
`;

/** Returns the errors that the engine shows. Each text starts with its summary. */
function errorsIn(output: string): readonly string[] {
  return output
    .replace(/^[│╷╵] ?/gm, "")
    .split(/^Error: /m)
    .slice(1);
}

describe("a stack of 26 objects", () => {
  const emulator = emulatorForTests();
  /** Variables of the provider. A test can change them. */
  const environment: Record<string, string> = {};
  let workspace: ServedWorkspace;

  beforeAll(async () => {
    Object.assign(environment, environmentFor(emulator.endpoints));
    workspace = new ServedWorkspace(environment);
    const source = await fetch(`${environment.CLICKSTACK_ENDPOINT}/api/v2/sources`, {
      headers: { authorization: `Bearer ${environment.CLICKSTACK_API_KEY}` },
    });
    const { data } = (await source.json()) as { data: { id: string }[] };
    await workspace.applyOf(STACK.replace("650000000000000000000001", data[0]?.id ?? ""));
  });

  afterAll(() => workspace.remove());

  beforeEach(() => {
    Object.assign(environment, environmentFor(emulator.endpoints));
  });

  // No test changes the objects or the state.
  const planWith = (changes: Record<string, string>) => {
    Object.assign(environment, changes);
    return workspace.plan();
  };

  test.each(
    firstOf(1, [
      ["a plan", []],
      ["a refresh", ["-refresh-only"]],
    ]),
  )("gets one error from %s if the server is down", async (_, args) => {
    await using port = await RefusingPort.hold();
    environment.CLICKSTACK_ENDPOINT = `http://127.0.0.1:${port.port}`;
    const before = await workspace.states();
    const { exitCode, stdout, stderr } = await workspace.plan(...args);
    expect(exitCode).toBe(1);
    const errors = errorsIn(stdout + stderr);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(`No response from 127.0.0.1:${port.port}: no server listens there`);
    expect(errors[0]).toContain("Fix: Check that the server runs");
    expect(await workspace.states()).toEqual(before);
  });

  test("gets one error from a plan if the server refuses the key", async () => {
    const { stdout, stderr } = await planWith({ CLICKSTACK_API_KEY: "99999999-0000-4000-8000-000000000000" });
    const errors = errorsIn(stdout + stderr);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain("Personal API Access Key");
  });

  longTest("gets one error with the fix if the address has https and the server supports only http", async () => {
    const host = new URL(environment.CLICKSTACK_ENDPOINT ?? "").host;
    const { stdout, stderr } = await planWith({ CLICKSTACK_ENDPOINT: `https://${host}` });
    const errors = errorsIn(stdout + stderr);
    expect(errors).toHaveLength(1);
    const words = errors[0]?.replace(/\s+/g, " ");
    expect(words).toContain("the address starts with https, but the server uses plain http");
    expect(words).toContain(`Fix: Use http://${host}`);
  });

  test("gets one error with the cause if the address contains another path", async () => {
    const { stdout, stderr } = await planWith({ CLICKSTACK_ENDPOINT: `${environment.CLICKSTACK_ENDPOINT}/other` });
    const errors = errorsIn(stdout + stderr);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.replace(/\s+/g, " ")).toContain("Fix: set the address of the API server");
  });

  test("gets one error for each object that could not be written, and the cause is shown once", async () => {
    await workspace.must("plan", "-no-color", "-destroy", "-out=saved.tfplan");
    await using port = await RefusingPort.hold();
    environment.CLICKSTACK_ENDPOINT = `http://127.0.0.1:${port.port}`;
    const { exitCode, stdout, stderr } = await workspace.run("apply", "-no-color", "saved.tfplan");
    expect(exitCode).toBe(1);
    const errors = errorsIn(stdout + stderr);
    expect(errors).toHaveLength(26);
    expect(errors.filter((error) => error.includes("No response from"))).toHaveLength(1);
    expect((await workspace.states()).size).toBe(26);
  });

  longTest("gets an error for each look-up at an address with another path, and the cause once", async () => {
    const CLICKSTACK_ENDPOINT = `${environment.CLICKSTACK_ENDPOINT}/other`;
    const other = new ServedWorkspace({ ...environment, CLICKSTACK_ENDPOINT });
    const lookUps = { Logs: "source", Traces: "source", Slack: "webhook" };
    other.write(
      Object.entries(lookUps)
        .map(([name, type]) => `data "clickstack_${type}" "${name}" { name = "${name}" }`)
        .join("\n"),
    );
    const { stdout, stderr } = await other.plan();
    other.remove();
    const errors = errorsIn(stdout + stderr);
    expect(errors).toHaveLength(3);
    expect(errors.filter((error) => error.includes("returned 404"))).toHaveLength(1);
    expect(errors.filter((error) => error.includes("The cause is the same as in the first error"))).toHaveLength(2);
  });
});
