import { TestServer } from "../../support/client/http-server";
import { ProviderRun, resource } from "../../support/provider-in-process";
import { RecordServer } from "../../support/record-server";

const SAVED_SEARCH = resource("clickstack_saved_search");
const ID = "0123456789abcdef01234567";
const SOURCE = "0123456789abcdef01234568";
const comparison = { type: "sql_ast", operator: ">", left: "Duration", right: "5" };
const condition = { type: "sql", condition: "ServiceName IN ('checkout')" };

const stored = (filters: readonly object[]): Record<string, unknown> & { readonly id: string } => ({
  ...{ id: ID, name: "Errors", sourceId: SOURCE, select: "", where: "", whereLanguage: "lucene", orderBy: "" },
  ...{ tags: [], filters },
});

/** A server that stores every saved search unchanged. */
async function serve(server: { current: Record<string, unknown> }): Promise<TestServer> {
  return TestServer.start(({ method, body, path }, response) => {
    if (method !== "GET") {
      server.current = { ...(body as object), id: ID };
    }
    const isList = path.split("?")[0]?.endsWith("/saved-searches");
    const data = path.includes("alerts") ? [] : isList ? [server.current] : server.current;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ data, meta: { total: 1 } }));
  });
}

test.each([
  ["with other filters", [comparison, condition], [{ condition: condition.condition }]],
  ["without other filters", [comparison], undefined],
])(
  "a filter without a condition is shown in other_fields and is kept in an update, %s",
  async (_, filters, declared) => {
    const server = { current: stored(filters) as Record<string, unknown> };
    await using http = await serve(server);
    await using run = new ProviderRun({ openSource: { endpoint: http.endpoint, accessKey: "access-key-of-the-test" } });
    const held = await run.refresh(SAVED_SEARCH, { state: { id: ID }, private: {} });
    expect(held?.state.other_fields).toEqual({ "filters.0": expect.stringContaining("sql_ast") });
    expect(held?.state.filters).toMatchObject(declared ?? []);
    const config = { name: "Errors", source_id: SOURCE, ...(declared && { filters: declared }) };
    expect((await run.plan(SAVED_SEARCH, config, held ?? undefined)).plan).toEqual(held?.state);
    const updated = await run.apply(SAVED_SEARCH, { ...config, tags: ["shop"] }, held ?? undefined);
    expect(server.current).toMatchObject({ tags: ["shop"], filters });
    expect(updated.state.other_fields).toEqual(held?.state.other_fields);
  },
);

test("an import declares only those filters of a saved search that have a condition", async () => {
  await using server = await RecordServer.start();
  server.records = { "saved-searches": [stored([condition, { type: "LATER", words: ["a"] }])] };
  const { objects, leftOut } = await server.importedModel();
  expect(leftOut).toEqual([]);
  expect(objects).toMatchObject([
    {
      fields: { filters: [{ condition: condition.condition }] },
      state: { otherFields: { "filters.1": expect.any(String) } },
    },
  ]);
});
