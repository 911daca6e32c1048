import { type Diagnostic, DiagnosticError, type ObjectValue } from "../../../src/plugin";
import type { SessionOptions } from "../../../src/resources/shared/session";
import type { TestServer } from "../../support/client/http-server";
import { LINE, NewerServer } from "../../support/newer-server";
import { type Held, ProviderRun, resource } from "../../support/provider-in-process";

const DASHBOARD = resource("clickstack_dashboard");
const dashboard = (name: string): ObjectValue => ({
  name,
  tiles: { a: { name: "A", x: 0, y: 0, w: 6, h: 3, config: LINE } },
});

let server: NewerServer;
let http: TestServer;

beforeEach(async () => {
  server = new NewerServer();
  server.stored.name = "of another test";
  server.version = 6;
  http = await server.start();
});

afterEach(() => http[Symbol.asyncDispose]());

const inRun = async <T>(work: (run: ProviderRun) => Promise<T>, options?: SessionOptions): Promise<T> => {
  await using run = new ProviderRun({ openSource: { endpoint: http.endpoint, accessKey: "access-key" } }, options);
  return work(run);
};

/** Creates a dashboard, reads it as a plan does, and returns the function that applies another name. */
const planned = async (options?: SessionOptions) => {
  const created = await inRun((run) => run.apply(DASHBOARD, dashboard("n")));
  const held = await inRun(async (run) => (await run.refresh(DASHBOARD, created)) as Held);
  const { plan } = await inRun((run) => run.plan(DASHBOARD, dashboard("renamed"), held));
  server.requests.length = 0;
  const apply = () => inRun((run) => run.update(DASHBOARD, dashboard("renamed"), plan, held), options);
  return { held, apply };
};
const writes = () => server.requests.filter(([method]) => method === "PUT");
const refusal = async (work: Promise<unknown>): Promise<Diagnostic | undefined> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof DiagnosticError ? error.diagnostics[0] : undefined;
};

test("an update sends the version that it read before the update, and not the planned version", async () => {
  const { held, apply } = await planned();
  expect(held.private).toMatchObject({ etag: '"7"' });
  server.version = 9;
  await apply();
  expect(writes()).toEqual([["PUT", '"9"']]);
  expect(server.stored.name).toBe("renamed");
});

test.each([409, 412])(
  "a write between the comparison and the update causes the stale plan error (%d)",
  async (status) => {
    const { apply } = await planned();
    server.conflict = status;
    server.beforeWrite = () => {
      server.version = 8;
      server.stored.name = "of a user";
    };
    expect(await refusal(apply())).toMatchObject({
      summary: 'The dashboard "n" was changed after this plan was made',
      detail: expect.stringContaining(
        "These attributes differ from what the plan saw: name. The object was not changed.",
      ),
      path: ["name"],
    });
    expect(server.stored.name).toBe("of a user");
  },
);

test("an update whose response was lost does not conflict with itself", async () => {
  const { apply } = await planned();
  server.losesNext = true;
  const { state } = await apply();
  expect(state.name).toBe("renamed");
  expect(writes().map(([, ifMatch]) => ifMatch)).toEqual(['"7"', '"7"']);
});

test("a conflict about another object is not reported as a stale plan", async () => {
  const { apply } = await planned();
  server.refuses = "name";
  server.refusal = 409;
  expect((await refusal(apply()))?.summary).toBe('Could not update the dashboard "renamed"');
});

test.each([
  ["weak", (version: number) => `W/"${version}"`],
  ["a list", (version: number) => `"${version}", "x"`],
  ["*", () => "*"],
  ["too long", () => `"${"7".repeat(256)}"`],
])("an invalid version that is %s is not sent", async (_, tagOf) => {
  server.tagOf = tagOf;
  const { held, apply } = await planned();
  expect(held.private).not.toHaveProperty("etag");
  await apply();
  expect(writes()).toEqual([["PUT", undefined]]);
});

test("an opaque version without quotes is sent unchanged", async () => {
  server.tagOf = (version) => `v-${version}`;
  const { apply } = await planned();
  await apply();
  expect(writes()).toEqual([["PUT", "v-7"]]);
});

test('no version is sent with on_stale_plan = "overwrite", and none to a server without versions', async () => {
  const overwriting = await planned({ onStalePlan: "overwrite" });
  await overwriting.apply();
  expect(writes()).toEqual([["PUT", undefined]]);
  server.version = undefined;
  const { apply } = await planned();
  await apply();
  expect(writes()).toEqual([["PUT", undefined]]);
});
