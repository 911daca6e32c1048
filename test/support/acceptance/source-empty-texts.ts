import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, seedIds } from "../../../src/emulator";
import { emulatorForEachTest } from "../emulator/emulator-for-tests";
import { environmentFor, managedEnvironmentFor } from "../environment";
import { ImportedFolder } from "../imported-folder";
import { listed, ui } from "../ui";
import { ServedWorkspace } from "../workspace";

const common = {
  connection_id: seedIds.connection,
  from: { database_name: "shop", table_name: "events" },
  timestamp_value_expression: "Timestamp",
};

const events = { ...common, default_table_select_expression: "Body" };

const view = {
  database_name: "shop",
  table_name: "events_5m",
  dimension_columns: "ServiceName",
  min_granularity: "5m",
  timestamp_column: "Timestamp",
  aggregated_columns: [{ agg_fn: "count", mv_column: "count" }],
};

/** A source of each kind, with only the required attributes. List elements have only their required attributes too. */
const SOURCES = {
  logs: {
    ...events,
    kind: "log",
    name: "Shop logs",
    materialized_views: [view],
    highlighted_row_attribute_expressions: [{ sql_expression: "Attributes['a']" }],
  },
  traces: {
    ...events,
    kind: "trace",
    name: "Shop traces",
    duration_expression: "Duration",
    trace_id_expression: "TraceId",
    span_id_expression: "SpanId",
    parent_span_id_expression: "ParentSpanId",
    span_name_expression: "SpanName",
    span_kind_expression: "SpanKind",
  },
  metrics: {
    ...common,
    kind: "metric",
    name: "Shop metrics",
    from: { database_name: "shop" },
    metric_tables: { sum: "sums" },
    resource_attributes_expression: "ResourceAttributes",
  },
  sessions: { ...common, kind: "session", name: "Shop sessions", trace_source_id: seedIds.traces },
  promql: { ...common, kind: "promql", name: "Shop PromQL" },
};

type Sources = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const SERVERS = {
  managed: { switches: {}, environment: managedEnvironmentFor },
  "open-source": { switches: { emptySourceTexts: true }, environment: environmentFor },
};

/**
 * Declares the tests of sources on a server that returns unset texts as empty texts.
 * @param verified formats whose code the engine verifies; code in the other formats is only written
 */
export function testEmptyTextsOfSources(
  name: keyof typeof SERVERS,
  verified: readonly ("typescript" | "hcl")[] = ["typescript", "hcl"],
): void {
  const { switches, environment } = SERVERS[name];
  describe(`a server of the ${name} deployment that returns unset texts of sources as empty`, () => {
    let emulator: Emulator;
    emulatorForEachTest(
      (each) => {
        emulator = each;
      },
      { switches },
    );
    test("has an empty plan after a create, an update, an import and the revert of a change made elsewhere", async () => {
      const workspace = new ServedWorkspace(environment(emulator.endpoints));
      const declare = (sources: Sources, more: object = {}) => {
        workspace.write("");
        workspace.write(JSON.stringify({ resource: { clickstack_source: sources }, ...more }), "sources.tf.json");
      };
      declare(SOURCES);
      await workspace.apply();
      expect(await workspace.plannedDifferences()).toEqual([]);
      const states = await workspace.states();
      expect([...states].flatMap(([address, state]) => emptyTextsIn(state, address))).toEqual([
        "clickstack_source.metrics.from.table_name",
      ]);

      declare({ ...SOURCES, logs: { ...SOURCES.logs, section: "Shop", body_expression: "Body" } });
      expect(await workspace.plannedDifferences()).toEqual([
        "clickstack_source.logs: body_expression",
        "clickstack_source.logs: section",
      ]);
      await workspace.applyPlanned();
      expect(await workspace.plannedDifferences()).toEqual([]);

      declare(SOURCES);
      await workspace.apply();
      expect(await workspace.plannedDifferences()).toEqual([]);

      await ui(emulator, "PATCH", `/api/v2/sources/${states.get("clickstack_source.traces")?.id}`, {
        statusCodeExpression: "StatusCode",
        logSourceId: "",
      });
      expect(await workspace.plannedDifferences()).toEqual(["clickstack_source.traces: status_code_expression"]);
      await workspace.applyPlanned();
      expect(await workspace.plannedDifferences()).toEqual([]);

      const addresses = [...states.keys()];
      await workspace.must("state", "rm", ...addresses);
      const blocks = addresses.map((to) => ({ to, id: String(states.get(to)?.id) }));
      declare(SOURCES, { import: blocks, data: { clickstack_source: { logs: { name: "Shop logs" } } } });
      expect(await workspace.plannedDifferences()).toEqual([]);
      await workspace.applyPlanned();
      expect(await workspace.plannedDifferences()).toEqual([]);
      expect(await workspace.state("data.clickstack_source.logs")).toMatchObject({
        name: "Shop logs",
        section: null,
        trace_source_id: null,
        severity_text_expression: null,
        materialized_views: [{ min_date: null, aggregated_columns: [{ source_column: null }] }],
        highlighted_row_attribute_expressions: [{ alias: null, lucene_expression: null }],
      });
      workspace.remove();
    });

    test("accepts declared empty texts, and the next plan is empty", async () => {
      const workspace = new ServedWorkspace(environment(emulator.endpoints));
      const logs = { ...SOURCES.logs, section: "", body_expression: "", trace_source_id: "" };
      workspace.write("");
      workspace.write(JSON.stringify({ resource: { clickstack_source: { logs } } }), "sources.tf.json");
      await workspace.apply();
      expect(await workspace.plannedDifferences()).toEqual([]);
      workspace.remove();
    });

    test.each(["typescript", "hcl"] as const)("has its sources imported as %s without empty texts", async (format) => {
      const isVerified = verified.includes(format);
      for (const source of sourceBodies()) {
        await ui(emulator, "POST", "/api/v2/sources", source);
      }
      const folder = new ImportedFolder(environment(emulator.endpoints));
      const { exitCode, stdout, stderr } = await folder.import(
        ...["--format", format, "--json", "--type", "source"],
        ...(isVerified ? [] : ["--no-verify"]),
      );
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
      const { objects, verification } = JSON.parse(stdout);
      expect(verification).toMatchObject({ status: isVerified ? "verified" : "skipped" });
      expect(objects).toHaveLength((await listed(emulator, "sources")).length);
      const written = readdirSync(folder.path).filter((file) => /\.(ts|tf)$/.test(file));
      expect(written.filter((file) => readFileSync(join(folder.path, file), "utf8").includes('""'))).toEqual([]);
      folder.remove();
    });
  });
}

/** Writes sources in the form of the UI, with empty texts. */
function sourceBodies(): readonly object[] {
  const base = {
    connection: seedIds.connection,
    from: { databaseName: "shop", tableName: "events" },
    timestampValueExpression: "Timestamp",
    section: "",
  };
  return [
    {
      ...base,
      kind: "log",
      name: "From the UI",
      defaultTableSelectExpression: "Body",
      bodyExpression: "",
      traceSourceId: "",
    },
    { ...base, kind: "promql", name: "PromQL from the UI" },
  ];
}

/** Returns the paths of all empty texts in a value. */
function emptyTextsIn(value: unknown, path: string): readonly string[] {
  if (value === "") {
    return [path];
  }
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([name, item]) => emptyTextsIn(item, `${path}.${name}`));
}
