import { type ApiFields, isFields } from "../../../drawing";
import type { EmulatorContents, Stored } from "./server";
import { Table } from "./table";

/** Views that show objects without a way to change them. */
type ListedView = "saved-searches" | "webhooks" | "sources" | "connections" | "roles";

interface List {
  readonly caption: string;
  readonly objects: readonly Stored[];
  /** Texts of the columns after the name. */
  readonly columns: Readonly<Record<string, (object: Stored) => string>>;
  readonly empty: string;
}

interface Props {
  readonly view: ListedView;
  readonly contents: EmulatorContents;
}

/** Shows the stored objects of one type, sorted by name. */
export function ListView({ view, contents }: Props) {
  const { caption, objects, columns, empty } = LISTS[view](contents);
  if (objects.length === 0) {
    return <p class="empty">{empty}</p>;
  }
  const sorted = [...objects].sort((a, b) => String(a.name).localeCompare(String(b.name)));
  return (
    <Table caption={caption} columns={["Name", ...Object.keys(columns)]}>
      {sorted.map((object) => (
        <tr key={object.id}>
          <th scope="row" data-label="Name">
            {String(object.name)}
          </th>
          {Object.entries(columns).map(([label, textOf]) => (
            <td key={label} data-label={label}>
              {textOf(object)}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

const LISTS: Readonly<Record<ListedView, (contents: EmulatorContents) => List>> = {
  "saved-searches": ({ savedSearches, sources, alerts }) => ({
    caption: "Saved searches",
    objects: savedSearches,
    empty: "There are no saved searches yet.",
    columns: {
      Source: ({ sourceId }) => nameIn(sources, sourceId),
      Condition: ({ where }) => text(where) || "(none)",
      Alerts: ({ id }) => String(alerts.filter(({ savedSearchId }) => savedSearchId === id).length),
      Tags: ({ tags }) => joined(tags),
    },
  }),
  webhooks: ({ webhooks, alerts }) => ({
    caption: "Webhooks",
    objects: webhooks,
    empty: "There are no webhooks.",
    columns: {
      Service: ({ service }) => text(service),
      Address: ({ url }) => text(url),
      Alerts: ({ id }) => String(alerts.filter(({ channels }) => notifies(channels, id)).length),
    },
  }),
  sources: ({ sources, connections }) => ({
    caption: "Sources",
    objects: sources,
    empty: "There are no sources.",
    columns: {
      Kind: ({ kind }) => text(kind),
      Table: ({ from }) => tableOf(from),
      Connection: ({ connection }) => nameIn(connections, connection),
    },
  }),
  connections: ({ connections, sources }) => ({
    caption: "Connections",
    objects: connections,
    empty: "There are no connections.",
    columns: {
      Host: ({ host }) => text(host),
      User: ({ username }) => text(username),
      Sources: ({ id }) => String(sources.filter(({ connection }) => connection === id).length),
    },
  }),
  roles: ({ roles }) => ({
    caption: "Roles",
    objects: roles,
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

function nameIn(objects: readonly Stored[], id: unknown): string {
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
