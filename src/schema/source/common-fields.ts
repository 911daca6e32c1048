import * as z from "zod";
import { computed, type Fields, optional, required } from "../field";
import { objectId } from "../object-id";
import { otherFields } from "../other-fields";
import type { Rule } from "../rule";

/** Fields of more than one kind of source (docs/internals/api-behavior.md 3.13). */

export const kind = <const T extends string>(of: T) => required(`The kind of source: \`${of}\`.`, z.literal(of));

/** A text that the server wants to be more than empty. */
export const neededText = () => z.string().min(1);

export const expression = (description: string) => optional(description, z.string());

export const neededExpression = (description: string) => required(description, neededText());

export const sourceId = (description: string) => optional(description, objectId);

const querySetting = z.object({
  setting: required("The name of the setting, such as `max_threads`.", neededText()),
  value: required("Its value.", neededText()),
});

/** What every source has. */
export const common = {
  id: computed("The source's id.", z.string()),
  name: required("The source's name.", neededText()),
  section: optional("The group that the source is listed under.", z.string().max(256)),
  connection: required("The connection that the source reads through.", objectId, {
    attributeName: "connection_id",
  }),
  from: required(
    "Where the data is.",
    z.object({
      databaseName: required("The database that holds the data.", neededText()),
      tableName: optional(
        "The table that holds the data. Every source needs it but one of metrics, whose tables stand in `metric_tables`.",
        z.string(),
        { serverDefault: "" },
      ),
    }),
  ),
  disabled: optional("Whether the source is hidden from selectors.", z.boolean(), { serverDefault: false }),
  querySettings: optional("ClickHouse settings for queries of this source.", z.array(querySetting).max(10), {
    serverDefault: [],
  }),
  otherFields: otherFields("source"),
};

/** For every kind but metrics, which have a table per type of metric. */
export const tableIsNamed: Rule = {
  reads: ["from.tableName", "kind"],
  check: ({ from, kind }) =>
    (from as Fields).tableName
      ? undefined
      : { message: `A source of the kind "${String(kind)}" needs the table that holds the data.`, path: TABLE_NAME },
};

const TABLE_NAME = ["from", "tableName"];
