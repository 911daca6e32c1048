import * as z from "zod";
import { expression } from "../expression";
import { optional, required } from "../field";
import { objectId } from "../object-id";
import { queryLanguage } from "../query-language";

const template = () => z.string().min(1).max(10_000);

const byId = z.object({
  mode: required("The target is named by its id.", z.literal("id")),
  id: required("The id of the source or dashboard.", objectId),
});

const byTemplate = z.object({
  mode: required("The target is named by a template.", z.literal("template")),
  template: required("The name of the source or dashboard, with columns of the row as `{{column}}`.", template()),
});

const filter = z.object({
  kind: optional("The kind of filter.", z.enum(["expressionTemplate"]), { serverDefault: "expressionTemplate" }),
  expression: required("The expression to filter by.", template()),
  template: required("The value to filter for, with columns of the row as `{{column}}`.", template()),
});

const linked = {
  target: required("Where the click leads.", z.union([byId, byTemplate])),
  whereTemplate: optional("The query there, with columns of the row as `{{column}}`.", expression),
  whereLanguage: optional("The language of `where_template`.", queryLanguage),
  filters: optional("Filters that are set there.", z.array(filter).max(50)),
};

const search = z.object({ type: required("Opens a search in a source.", z.literal("search")), ...linked });

const dashboard = z.object({ type: required("Opens a dashboard.", z.literal("dashboard")), ...linked });

const external = z.object({
  type: required("Opens another site.", z.literal("external")),
  urlTemplate: required("An absolute http(s) address, with columns of the row as `{{column}}`.", template()),
});

const target = z.union([search, dashboard, external]);

/** Where a click on a row of a table leads (docs/internals/api-behavior.md 4.8). */
export const onClick = optional("Where a click on a row leads.", target);

export type OnClick = z.input<typeof target>;
