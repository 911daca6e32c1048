import { IncompleteListError } from "../../../src/client";
import { DiagnosticError } from "../../../src/plugin";
import { lookUp } from "../../../src/resources/shared/look-up";

const sources = [
  { id: "1", name: "Logs", kind: "log" },
  { id: "2", name: "Traces", kind: "trace" },
  { id: "3", name: "Logs", kind: "metric" },
];
const find = (config: { id: string | null; name: string | null }, among = sources, incomplete?: IncompleteListError) =>
  lookUp(
    { api: { name: "source", plural: "sources" }, describe: ({ kind }) => kind },
    { records: among, incomplete },
    config,
  );

function refusalOf(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (error instanceof DiagnosticError) {
      return error.diagnostics[0];
    }
  }
  throw new Error("It was not refused.");
}

describe("a look-up", () => {
  test("reports that the list is incomplete if no object matches", () => {
    const found = find({ id: null, name: "Traces" }, sources, new IncompleteListError("sources"));
    expect(found.id).toBe("2");
    const missing = refusalOf(() => find({ id: null, name: "Metrics" }, sources, new IncompleteListError("sources")));
    expect(missing).toMatchObject({
      severity: "error",
      summary: 'Could not find the source "Metrics"',
      detail: expect.stringContaining("The server returned an incomplete list of sources"),
      path: ["name"],
    });
  });

  test("finds an object by name and by id", () => {
    expect(find({ id: null, name: "Traces" }).id).toBe("2");
    expect(find({ id: "3", name: null }).kind).toBe("metric");
  });

  test("lists each existing name once, and suggests the most similar name", () => {
    expect(refusalOf(() => find({ id: null, name: "traces" }))).toMatchObject({
      summary: 'The source "traces" does not exist',
      detail: 'The server has "Logs", "Traces". Did you mean "Traces"?',
      path: ["name"],
    });
  });

  test("lists objects without a name by their ids", () => {
    const nameless = JSON.parse('[{ "id": "1", "kind": "log" }]');
    expect(refusalOf(() => find({ id: "2", name: null }, nameless))).toMatchObject({
      detail: 'The server has "" (1).',
    });
  });

  test("lists the ids of several objects with the same name, with values that distinguish the objects", () => {
    expect(refusalOf(() => find({ id: null, name: "Logs" }))).toMatchObject({
      summary: 'There are 2 sources named "Logs"',
      detail: "Set id instead, to one of: 1 (log), 3 (metric).",
    });
  });

  test("reports that no objects exist", () => {
    expect(refusalOf(() => find({ id: "9", name: null }, []))).toMatchObject({
      path: ["id"],
      detail: expect.stringContaining("has no source"),
    });
  });
});
