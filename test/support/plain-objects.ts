import { seedIds } from "../../src/emulator";
import type { ObjectValue } from "../../src/plugin";
import type { StackDeployment } from "./mixed-stack";
import type { Declared } from "./object-engine";
import type { ServerObject } from "./server-objects";

/** An object that refers only to existing objects: its declaration, and its expected form on the server. */
export interface PlainObject {
  readonly collection: string;
  readonly name: string;
  readonly declared: Declared;
  /** Declared fields in the server's form. */
  readonly stored: Readonly<Record<string, unknown>>;
}

type Make = (
  name: string,
  version: 1 | 2,
  savedSearchId: string,
) => { readonly config: ObjectValue; readonly stored: Record<string, unknown> };

const TILE = { x: 0, y: 0, w: 12, h: 6 };

/** One object of each resource type, by its collection. Version 2 changes it in place. */
const OBJECTS: Readonly<Record<string, { readonly typeName: string; readonly make: Make }>> = {
  connections: {
    typeName: "clickstack_connection",
    make: (name, version) => ({
      config: {
        name,
        host: `https://clickhouse-${version}.example.com:8443`,
        username: "reader",
        password: `the password ${version}`,
        password_version: String(version),
      },
      stored: {
        host: `https://clickhouse-${version}.example.com:8443`,
        username: "reader",
        password: `the password ${version}`,
      },
    }),
  },
  sources: {
    typeName: "clickstack_source",
    make: (name, version) => ({
      config: {
        kind: "log",
        name,
        connection_id: seedIds.connection,
        from: { database_name: "shop", table_name: `logs_${version}` },
        default_table_select_expression: "Timestamp, Body",
        timestamp_value_expression: "Timestamp",
      },
      stored: {
        kind: "log",
        from: { databaseName: "shop", tableName: `logs_${version}` },
        defaultTableSelectExpression: "Timestamp, Body",
        timestampValueExpression: "Timestamp",
      },
    }),
  },
  webhooks: {
    typeName: "clickstack_webhook",
    make: (name, version) => ({
      config: {
        name,
        service: "generic",
        url: "https://example.com/hook",
        description: `Version ${version}`,
        headers: { Authorization: `the header ${version}` },
        headers_version: String(version),
        query_params: { token: "the token" },
        query_params_version: "1",
      },
      stored: {
        service: "generic",
        url: "https://example.com/hook",
        description: `Version ${version}`,
        headers: { Authorization: `the header ${version}` },
        queryParams: { token: "the token" },
      },
    }),
  },
  "saved-searches": {
    typeName: "clickstack_saved_search",
    make: (name, version) => ({
      config: { name, source_id: seedIds.logs, where: `level:error AND version:${version}`, tags: ["faults"] },
      stored: { where: `level:error AND version:${version}`, tags: ["faults"], select: "", orderBy: "" },
    }),
  },
  dashboards: {
    typeName: "clickstack_dashboard",
    make: (name, version) => ({
      config: {
        name,
        tags: ["faults", `v${version}`],
        tiles: {
          text: { name: "Text", ...TILE, config: { display_type: "markdown", markdown: `# Version ${version}` } },
        },
      },
      stored: { tags: ["faults", `v${version}`] },
    }),
  },
  alerts: {
    typeName: "clickstack_alert",
    make: (name, version, savedSearchId) => ({
      config: {
        name,
        saved_search_id: savedSearchId,
        interval: "5m",
        threshold: version,
        threshold_type: "above",
        channels: [{ type: "webhook", webhook_id: seedIds.slackWebhook }],
      },
      stored: { interval: "5m", threshold: version, thresholdType: "above", source: "saved_search" },
    }),
  },
  keys: {
    typeName: "clickstack_api_key",
    make: (name, version) => ({
      config: {
        name,
        ip_access_list: [{ source: "127.0.0.0/8" }, { source: `203.0.113.${version}` }],
        state: version === 1 ? "enabled" : "disabled",
        secret_in_state: true,
      },
      stored: {
        ipAccessList: [{ source: "127.0.0.0/8" }, { source: `203.0.113.${version}` }],
        state: version === 1 ? "enabled" : "disabled",
      },
    }),
  },
};

/** Returns the collections that a deployment serves (docs/internals/api-behavior.md 2.1). */
export function collectionsOf(deployment: StackDeployment): readonly string[] {
  return Object.keys(OBJECTS).filter((collection) => deployment === "open_source" || collection !== "connections");
}

/** @param savedSearchId the saved search that alerts watch */
export function plainObject(collection: string, name: string, version: 1 | 2, savedSearchId: string): PlainObject {
  const kind = OBJECTS[collection];
  if (!kind) {
    throw new Error(`no collection ${collection}`);
  }
  const { config, stored } = kind.make(name, version, savedSearchId);
  return { collection, name, declared: { typeName: kind.typeName, config }, stored };
}

/** Returns the expected objects on the server, with only the declared fields. */
export function declaredOnServer(objects: readonly PlainObject[]): readonly ServerObject[] {
  return objects.map(({ collection, name, stored }) => ({ collection, name, managed: true, fields: sorted(stored) }));
}

/** Returns the objects with these names on the server, with only the declared fields. */
export function cutToDeclared(
  there: readonly ServerObject[],
  objects: readonly PlainObject[],
): readonly ServerObject[] {
  const named = new Map(objects.map((object) => [`${object.collection} ${object.name}`, object]));
  return there.map((object) => {
    const stored = named.get(`${object.collection} ${object.name}`)?.stored;
    if (!stored) {
      return object;
    }
    return {
      ...object,
      fields: sorted(Object.fromEntries(Object.keys(stored).map((field) => [field, object.fields[field]]))),
    };
  });
}

function sorted(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));
}
