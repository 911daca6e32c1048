import type { ComponentProps } from "preact";
import { type ApiFields, isFields } from "../../../drawing";
import type { EmulatorContents, Stored, ViewProps } from "./server";
import { Table } from "./table";

/** Views that show objects without a way to change them. */
type ListedView = "saved-searches" | "webhooks" | "sources" | "connections" | "roles";

type List = Pick<ComponentProps<typeof Table<Stored>>, "rows" | "columns" | "empty">;

type Props = Pick<ViewProps, "contents"> & { readonly view: ListedView; readonly caption: string };

/** Shows the stored objects of one type, sorted by name. */
export function ListView({ view, caption, contents }: Props) {
  const { rows, columns, empty } = LISTS[view](contents);
  const sorted = [...rows].sort((a, b) => String(a.name).localeCompare(String(b.name)));
  const Name = ({ name }: Stored) => String(name);
  return <Table caption={caption} rows={sorted} columns={{ Name, ...columns }} empty={empty} />;
}

const LISTS: Readonly<Record<ListedView, (contents: EmulatorContents) => List>> = {
  "saved-searches": ({ "saved-searches": searches, sources, alerts }) => ({
    rows: searches,
    empty: "There are no saved searches yet.",
    columns: {
      Source: ({ sourceId }) => nameById(sources, sourceId),
      Condition: ({ where }) => text(where) || "(none)",
      Alerts: ({ id }) => String(alerts.filter(({ savedSearchId }) => savedSearchId === id).length),
      Tags: ({ tags }) => joined(tags),
    },
  }),
  webhooks: ({ webhooks, alerts }) => ({
    rows: webhooks,
    empty: "There are no webhooks.",
    columns: {
      Service: ({ service }) => text(service),
      Address: ({ url }) => text(url),
      Alerts: ({ id }) => String(alerts.filter(({ channels }) => notifies(channels, id)).length),
    },
  }),
  sources: ({ sources, connections }) => ({
    rows: sources,
    empty: "There are no sources.",
    columns: {
      Kind: ({ kind }) => text(kind),
      Table: ({ from }) => tableOf(from),
      Connection: ({ connection }) => nameById(connections, connection),
    },
  }),
  connections: ({ connections, sources }) => ({
    rows: connections,
    empty: "There are no connections.",
    columns: {
      Host: ({ host }) => text(host),
      User: ({ username }) => text(username),
      Sources: ({ id }) => String(sources.filter(({ connection }) => connection === id).length),
    },
  }),
  roles: ({ roles }) => ({
    rows: roles,
    empty: "There are no roles.",
    columns: {
      "Valid in": ({ policies }) => (policies === undefined ? "ClickStack" : "organization"),
      Type: ({ type, isPredefined }) => (type === "system" || isPredefined === true ? "predefined" : "custom"),
      Permissions: permissionsOf,
      Actors: ({ actors }) => (Array.isArray(actors) ? String(actors.length) : ""),
    },
  }),
};

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function joined(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : "";
}

/** Returns the name of an object, or its id if it does not exist. */
export function nameById(objects: readonly Stored[], id: unknown): string {
  return text(objects.find((object) => object.id === id)?.name) || text(id);
}

function notifies(channels: unknown, id: string): boolean {
  return Array.isArray(channels) && channels.some(({ webhookId }) => webhookId === id);
}

function tableOf(from: unknown): string {
  const { databaseName, tableName }: ApiFields = isFields(from) ? from : {};
  return [text(databaseName), text(tableName)].filter((part) => part !== "").join(".");
}

/** Returns the permissions of the policies of an organization's role, or of a role inside ClickStack. */
function permissionsOf({ policies, permissions }: Stored): string {
  if (Array.isArray(policies)) {
    return policies.flatMap((policy) => policy.permissions).join(", ");
  }
  const all = Array.isArray(permissions) ? permissions : [];
  return all.map(({ action, subject, inverted }) => `${inverted ? "not " : ""}${action} ${subject}`).join(", ");
}
