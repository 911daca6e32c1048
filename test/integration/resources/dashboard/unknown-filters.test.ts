import { readDashboard } from "../../../../src/resources/dashboard/from-json/read-dashboard";
import { dashboardUpdateBody, observedDashboard } from "../../../../src/resources/dashboard/mapping";
import type { DashboardDeclaration } from "../../../../src/resources/declarations";
import { TestServer } from "../../../support/client/http-server";
import { ProviderRun, resource } from "../../../support/provider-in-process";

const DASHBOARD = resource("clickstack_dashboard");
const ID = "0123456789abcdef01234567";
const later = (id: string) => ({ id, type: "ADHOC", name: "Pod", sourceType: "sql", sources: [ID] });
const query = (name: string) => ({ type: "QUERY_EXPRESSION", name, expression: "ServiceName", sourceId: ID });

/** A server that stores every dashboard and filter unchanged. */
async function serve(stored: { current: Record<string, unknown> }): Promise<TestServer> {
  return TestServer.start(({ method, body, path }, response) => {
    if (method !== "GET" && !path.includes("validate")) {
      stored.current = { ...(body as object), id: ID };
    }
    const isList = method === "GET" && path.split("?")[0]?.endsWith("/dashboards");
    const value = path.includes("validate") ? { valid: true, errors: [], normalized: body } : undefined;
    const data = isList ? [stored.current] : path.includes("alerts") ? [] : stored.current;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(value ?? { data, meta: { total: 1 } }));
  });
}

test("a filter of an unknown type is shown in other_fields and is kept in an update", async () => {
  const first = { id: "a00000000000000000000001", ...query("Service") };
  const stored = {
    current: { id: ID, name: "D", tiles: [], filters: [later("a00000000000000000000002"), first] } as Record<
      string,
      unknown
    >,
  };
  await using http = await serve(stored);
  await using run = new ProviderRun({ openSource: { endpoint: http.endpoint, accessKey: "access-key-of-the-test" } });
  const held = await run.refresh(DASHBOARD, { state: { id: ID }, private: {} });
  expect(held?.state.other_fields).toEqual({ "filters.0": expect.stringContaining("ADHOC") });
  expect(held?.state.filters).toMatchObject([{ name: "Service" }]);
  const config = { name: "D", tiles: {}, filters: [{ name: "Service", expression: "ServiceName", source_id: ID }] };
  expect((await run.plan(DASHBOARD, config, held ?? undefined)).plan).toEqual(held?.state);
  const updated = await run.apply(DASHBOARD, { ...config, tags: ["shop"] }, held ?? undefined);
  expect(stored.current).toMatchObject({ tags: ["shop"], filters: [later("a00000000000000000000002"), first] });
  expect(updated.state.other_fields).toEqual(held?.state.other_fields);
});

test("an unknown filter keeps its id if the author adds and removes other filters", () => {
  const record = { id: ID, name: "D", tiles: [], filters: [query("A"), later("b00000000000000000000001")] };
  const { otherFields } = observedDashboard(record, {}) as DashboardDeclaration;
  const body = (names: readonly string[]) =>
    dashboardUpdateBody(
      { name: "D", tiles: {}, filters: names.map(query), otherFields } as DashboardDeclaration,
      {},
      [],
    ).filters;
  expect(body([])).toEqual([later("b00000000000000000000001")]);
  expect(body(["A", "B", "C"])).toMatchObject([{ name: "A" }, { name: "Pod" }, { name: "B" }, { name: "C" }]);
});

test.each(["ADHOC", "LATER"])("a file with a filter of the type %s is read without the filter", (type) => {
  const mistakes: string[] = [];
  const reading = {
    isToken: () => false,
    unknownFields: "refuse",
    unknownFieldsFix: "",
    contentCode: "",
    placeText: String,
  } as const;
  const body = { name: "D", tiles: [], filters: [query("A"), { ...later(ID), type }] };
  const read = readDashboard(body, reading, (place, sentence) => mistakes.push(`${place}: ${sentence}`));
  expect(mistakes).toEqual([]);
  expect(read.filters).toMatchObject([{ name: "A" }]);
  expect(read.losses).toEqual([
    `filters[1]: The filter "Pod" has the unknown type "${type}". It is left out. If the dashboard on the server has it, updates keep it.`,
  ]);
});
