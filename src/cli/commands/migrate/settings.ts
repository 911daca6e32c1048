import { createHash } from "node:crypto";
import * as z from "zod";
import type { ApiRecord } from "../../../client";
import { ownValue } from "../../../own-values";
import { REFERRED_TYPES, type ReferredType } from "../../project/imported-types";
import { parseYamlSettings, readSettings, validSettings } from "../../project/settings-file";
import type { Inventory } from "../../server/inventory";
import type { GrafanaDashboard } from "./input/dashboards";
import type { GrafanaInput } from "./input/read-documents";
import type { Json } from "./input/value";

/** Name of the file with the decisions, in the folder of the code. */
export const SETTINGS_FILE = "migrate.yaml";

const nameOfEach = (describes: string) => z.record(z.string(), z.string()).nullish().describe(describes);

/** Schema of `migrate.yaml`. */
export const migrateSettings = z.strictObject({
  datasources: z
    .record(
      z.string(),
      z.strictObject({
        connection: z.string().describe("Name of the connection in ClickStack. On ClickHouse Cloud, its id."),
        database: z
          .string()
          .optional()
          .describe("Database of tables whose name contains none. Default: that of the data source."),
      }),
    )
    .nullish()
    .describe(
      "Connection of each data source, by uid or name, and the database of tables whose name contains none. `default` is the default data source.",
    ),
  tables: nameOfEach("Source of each table. A filter of a dashboard then lists the values of the source."),
  contactPoints: nameOfEach("Existing webhook for each contact point. Other contact points become new webhooks."),
  variables: z
    .record(z.string(), z.record(z.string(), z.array(z.string())))
    .nullish()
    .describe(
      "Values of variables that the exports do not contain, by the uid or title of the dashboard and the name.",
    ),
  noData: z
    .enum(["ok", "alerting"])
    .default("ok")
    .describe("Result of rules without data whose state is NoData or KeepLast: ok or alerting."),
  paused: z
    .enum(["leave-out", "convert"])
    .default("leave-out")
    .describe("Paused rules: leave-out or convert. A converted rule notifies."),
});

export type MigrateSettings = z.output<typeof migrateSettings>;

export function readMigrateSettings(named: string | undefined, byDefault: string): MigrateSettings {
  const settings = readSettings(named, byDefault, parseYamlSettings);
  // A file with comments only is empty.
  return settings?.content === null || settings === undefined
    ? migrateSettings.parse({})
    : validSettings(migrateSettings, settings);
}

/** Name of the connection that the open-source server creates. */
const DEFAULT_CONNECTION = "Local ClickHouse";

export type Migration = ReturnType<typeof migrationOf>;

/**
 * Creates the context of a migration.
 * @param inventory objects of the server. Without it, every name is assumed to exist.
 */
export function migrationOf(
  settings: MigrateSettings,
  databases: GrafanaInput["databases"],
  inventory: Inventory | undefined,
  isOpenSource: boolean,
) {
  const records = Object.fromEntries(
    REFERRED_TYPES.map((type) => [type, [...(inventory?.records[type] ?? [])]]),
  ) as unknown as Record<ReferredType, ApiRecord[]>;
  const missing = new Set<string>();
  const lookUp = (type: "connection" | "source" | "webhook", name: string): string => {
    if (type === "connection" && !isOpenSource) {
      return managedConnection(name, missing);
    }
    const known = records[type].find((each) => each.name === name);
    if (known) {
      return known.id;
    }
    if (inventory) {
      missing.add(`The server has no ${type} with the name "${name}". Fix: Create it, or correct ${SETTINGS_FILE}.`);
    }
    const record = { id: idOf(type, name), name };
    records[type].push(record);
    return record.id;
  };
  const only = inventory?.records.connection.length === 1 ? inventory.records.connection[0]?.name : undefined;
  const sources = new Map<string, string>(
    records.source.flatMap(({ id, from }) => {
      const { databaseName, tableName } = (from ?? {}) as Json;
      return tableName === undefined ? [] : [[`${String(databaseName)}.${String(tableName)}`, id] as const];
    }),
  );
  return {
    /** Objects that the code looks up. */
    records,
    /** Sentences about objects that the server does not have. */
    missing,
    /** True if dashboards can have variables and lists of values, and alerts a chart without a tile. */
    isOpenSource,
    idOf,
    /** Returns the id of the connection, and the default database, of a data source. */
    connectionOf: (datasource = "default") => {
      const mapped = ownValue(settings.datasources ?? {}, datasource);
      const name = mapped?.connection ?? String(only ?? DEFAULT_CONNECTION);
      return {
        connectionId: lookUp("connection", name),
        database: (mapped?.database ?? databases.get(datasource)) || undefined,
      };
    },
    /** Returns the id of the source of a table `database.table`; undefined without one. */
    sourceOf: (table: string) => {
      const name = ownValue(settings.tables ?? {}, table);
      return name === undefined ? sources.get(table) : lookUp("source", name);
    },
    valuesOf: ({ uid, title }: GrafanaDashboard, variable: string): readonly string[] | undefined =>
      ownValue(ownValue(settings.variables ?? {}, uid || title) ?? {}, variable),
    /** Result of rules without data: `ok` or `alerting`. */
    noData: settings.noData,
    convertsPaused: settings.paused === "convert",
    /** Returns the id of the existing webhook for a contact point; undefined if a webhook is generated. */
    webhookOf: (contactPoint: string) => {
      const name = ownValue(settings.contactPoints ?? {}, contactPoint);
      return name === undefined ? undefined : lookUp("webhook", name);
    },
  };
}

/** Returns the id of a connection, which the managed deployment does not list. */
function managedConnection(name: string, missing: Set<string>): string {
  if (/^[0-9a-f]{24}$/.test(name)) {
    return name;
  }
  missing.add(
    `ClickHouse Cloud does not list the connection "${name}". Fix: Set its id as \`connection\` in ${SETTINGS_FILE}.`,
  );
  return idOf("connection", name);
}

/** Returns an id in the form of the servers. Equal parts have equal ids. */
function idOf(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 24);
}

/** Writes the settings with a line for each decision. Values that the user must know are comments. */
export function settingsText(input: GrafanaInput, schemaPath: string): string {
  const queries = [
    ...input.dashboards.flatMap(({ sections }) =>
      sections.flatMap(({ panels }) => panels.flatMap((each) => each.queries)),
    ),
    ...input.rules.flatMap(({ steps }) => steps.flatMap(({ query }) => query ?? [])),
  ].filter(({ plugin }) => plugin !== "other");
  const datasources = [...new Set(queries.map(({ datasource = "default" }) => datasource))].sort();
  const contactPoints = [...new Set(input.contactPoints.map(({ name }) => name))].sort();
  const variables = input.dashboards.flatMap(({ uid, title, variables: all }) => {
    const unknown = all.filter(({ type, options }) => type === "query" && options.length === 0);
    const names = unknown.map(({ name }) => `${JSON.stringify(name)}: []`).join(", ");
    return names === "" ? [] : [`#  ${JSON.stringify(uid || title)}: { ${names} }`];
  });
  const lists: Readonly<Record<string, readonly string[]>> = {
    datasources: datasources.map((name) => `  ${JSON.stringify(name)}: { connection: "${DEFAULT_CONNECTION}" }`),
    tables: ['#  "default.otel_logs": "Logs"'],
    contactPoints: contactPoints.map((name) => `#  ${JSON.stringify(name)}: ${JSON.stringify(name)}`),
    variables,
  };
  const { noData, paused } = migrateSettings.parse({});
  const values = new Map(Object.entries({ noData, paused }));
  const keys = Object.entries(migrateSettings.shape).map(([key, { description }]) => {
    const value = values.get(key);
    return `\n# ${description}\n${[value ? `${key}: ${value}` : `${key}:`, ...(lists[key] ?? [])].join("\n")}\n`;
  });
  return `# yaml-language-server: $schema=${schemaPath}
# Decisions of cdk-clickstack migrate. Edit them and run the command again.
${keys.join("")}`;
}
