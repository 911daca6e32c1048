import { startEmulator } from "../../support/emulator/emulator-for-tests";
import { environmentFor } from "../../support/environment";
import { type Exchange, FaultProxy } from "../../support/fault-proxy";
import { RequestNames } from "../../support/request-names";
import { listed } from "../../support/ui";
import { Workspace } from "../../support/workspace";

const SEARCHES = 25;

const stack = (name: string) => `
data "clickstack_source" "logs" { name = "Logs" }
resource "clickstack_saved_search" "q" {
  count     = ${SEARCHES}
  name      = "${name} \${count.index}"
  source_id = data.clickstack_source.logs.id
}`;

test("two stacks that are applied at the same time with one rate limit both finish without blocking each other", async () => {
  await using emulator = await startEmulator({ limits: { openSource: { max: 20, windowMs: 2000 } } });
  const endpoints = emulator.endpoints;
  const proxy = new FaultProxy(endpoints.openSource.endpoint);
  const endpoint = await proxy.start();
  const environment = environmentFor({
    openSource: { ...endpoints.openSource, endpoint },
    managed: { ...endpoints.managed, endpoint },
  });
  const stacks = ["one", "other"].map((name) => ({ name, workspace: new Workspace(environment) }));
  try {
    for (const { name, workspace } of stacks) {
      workspace.write(stack(name));
      await workspace.init();
    }
    const created = startTogether(
      proxy,
      stacks.map(({ name }) => name),
    );
    await using first = workspaceOf(stacks[0]).start("apply", "-auto-approve", "-no-color");
    await using second = workspaceOf(stacks[1]).start("apply", "-auto-approve", "-no-color");
    expect(await first.ended).toBe(0);
    expect(await second.ended).toBe(0);
    const names = (await listed(emulator, "saved-searches")).map(({ name }) => String(name));
    const wanted = stacks.flatMap(({ name }) => Array.from({ length: SEARCHES }, (_, index) => `${name} ${index}`));
    expect(names.sort()).toEqual(wanted.sort());
    // The first of the two stacks needs at least two windows. The other stack creates an object in these windows.
    const fastest = stacks.map(({ name }) => lastOf(created, name)).sort((a, b) => a - b)[0] ?? 0;
    const doneByThen = stacks.map(({ name }) => created.slice(0, fastest + 1).filter((each) => each === name).length);
    expect(Math.min(...doneByThen)).toBeGreaterThanOrEqual(1);
  } finally {
    for (const { workspace } of stacks) {
      workspace.remove();
    }
    await proxy.stop();
  }
});

test("a second apply of one stack fails with the state lock of the first apply and sends no request", async () => {
  await using emulator = await startEmulator();
  const { openSource, managed } = emulator.endpoints;
  const proxy = new FaultProxy(openSource.endpoint);
  const endpoint = await proxy.start();
  const through = { openSource: { ...openSource, endpoint }, managed: { ...managed, endpoint } };
  const workspace = new Workspace(environmentFor(through));
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = new Promise<void>((resolve) => {
    proxy.handle = (exchange) => {
      resolve();
      return released.then(() => exchange.pass());
    };
  });
  try {
    workspace.write(stack("one"));
    await workspace.init();
    await using first = workspace.start("apply", "-auto-approve", "-no-color");
    await held;
    // The second apply does not use the proxy, so that the emulator counts its requests.
    Object.assign(workspace.environment, environmentFor(emulator.endpoints));
    const second = await workspace.run("apply", "-auto-approve", "-no-color");
    expect(second).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("Error acquiring the state lock") });
    expect(emulator.requests).toEqual([]);
    release();
    expect(await first.ended).toBe(0);
    expect(await listed(emulator, "saved-searches")).toHaveLength(SEARCHES);
  } finally {
    release();
    workspace.remove();
    await proxy.stop();
  }
});

/** Holds the create requests of each stack until both stacks have sent one. Returns the order of the stacks. */
function startTogether(proxy: FaultProxy, stacks: readonly string[]): readonly string[] {
  const names = new RequestNames();
  const created: string[] = [];
  const waiting = new Set(stacks);
  let release: () => void = () => undefined;
  const bothAreThere = new Promise<void>((resolve) => {
    release = resolve;
  });
  proxy.handle = async (exchange: Exchange) => {
    const { operation, object } = names.of(exchange.request);
    if (operation !== "create") {
      return exchange.pass();
    }
    const [stackName = ""] = object.split(" ");
    waiting.delete(stackName);
    if (waiting.size === 0) {
      release();
    }
    await bothAreThere;
    const response = await exchange.forward();
    if (response.status === 200) {
      created.push(stackName);
    }
    exchange.send(response);
  };
  return created;
}

function workspaceOf(stack: { readonly workspace: Workspace } | undefined): Workspace {
  if (!stack) {
    throw new Error("no such stack");
  }
  return stack.workspace;
}

const lastOf = (created: readonly string[], name: string) => created.lastIndexOf(name);
