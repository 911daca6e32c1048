import { spawn } from "node:child_process";
import type { ServerResponse } from "node:http";
import { engineEnvironment } from "../../src/cli/engine/engine";
import { findEngine } from "../../src/cli/engine/find-engine";
import { objectId } from "../support/client/clients";
import { html, json, TestServer } from "../support/client/http-server";
import { Workspace } from "../support/workspace";

const CONFIG = `
resource "clickstack_dashboard" "checkout" {
  name  = "Checkout"
  tiles = { note = { name = "Note", x = 0, y = 0, w = 6, h = 3, config = { display_type = "markdown", markdown = "text" } } }
}
`;

/** An open-source server that holds the response to a create until the test breaks the connection. */
class KeptResponses {
  readonly stored: Record<string, unknown>[] = [];
  #received: (response: ServerResponse) => void = () => undefined;
  readonly received = new Promise<ServerResponse>((resolve) => {
    this.#received = resolve;
  });

  constructor(private readonly stores: boolean) {}

  readonly handle = (
    { method, path, body }: { method: string; path: string; body: unknown },
    response: ServerResponse,
  ) => {
    if (path.endsWith("/validate")) {
      return html(response, 404, "Cannot POST");
    }
    if (method === "GET") {
      return json(response, 200, { data: path.includes("/dashboards") ? this.stored : [] });
    }
    const { tiles, ...rest } = body as { tiles: object[] };
    const shown = tiles.map((tile) => ({ ...tile, id: objectId() }));
    if (this.stores) {
      this.stored.push({ tags: [], filters: [], savedQuery: null, ...rest, tiles: shown, id: objectId() });
    }
    this.#received(response);
  };
}

/**
 * Applies, sends Ctrl-C while the create is in flight, and breaks the connection after the engine has sent the stop to
 * the provider.
 */
async function interruptedApply(stores: boolean) {
  const kept = new KeptResponses(stores);
  const server = await TestServer.start(kept.handle);
  const environment = { CLICKSTACK_ENDPOINT: server.endpoint, CLICKSTACK_API_KEY: "access-key-of-the-tests" };
  const workspace = new Workspace(environment);
  workspace.write(CONFIG);
  await workspace.init();
  const args = ["apply", "-auto-approve", "-no-color"];
  // The processes have a separate process group, so that Ctrl-C also reaches the provider.
  const apply = spawn(findEngine().path, args, {
    cwd: workspace.folder,
    env: engineEnvironment(environment),
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const stopping = new Promise<void>((resolve) => {
    for (const stream of [apply.stdout, apply.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (output.includes("Stopping operation")) {
          resolve();
        }
      });
    }
  });
  const exitCode = new Promise<number | null>((resolve) => apply.once("close", resolve));
  const response = await kept.received;
  process.kill(-(apply.pid ?? Number.NaN), "SIGINT");
  await stopping;
  response.destroy();
  await exitCode;
  await workspace.hear({ args, stdout: output, stderr: "" });
  return {
    kept,
    server,
    workspace,
    output: output.replaceAll(/[│╷╵]/g, " ").replaceAll(/\s+/g, " "),
    async [Symbol.asyncDispose]() {
      workspace.remove();
      await server[Symbol.asyncDispose]();
    },
  };
}

test("a create whose response is lost during Ctrl-C is found and stored in the state", async () => {
  await using run = await interruptedApply(true);
  const { id } = await run.workspace.state("clickstack_dashboard.checkout");
  expect(run.kept.stored.map((dashboard) => dashboard.id)).toEqual([id]);
  expect(run.output).not.toContain("before this change started");
});

test("a create whose response is lost during Ctrl-C causes an error with its name if no list contains the object", async () => {
  await using run = await interruptedApply(false);
  expect((await run.workspace.states()).size).toBe(0);
  expect(run.output).toMatch(
    /The request to create the dashboard "Checkout" was sent at 20\d\d-[^ ]+Z and may have been carried out/,
  );
  expect(run.output).toContain("Fix: check on the server");
  expect(run.output).not.toContain("before this change started");
  expect(run.server.seen.filter(({ method, path }) => method === "POST" && !path.endsWith("/validate"))).toHaveLength(
    1,
  );
});
