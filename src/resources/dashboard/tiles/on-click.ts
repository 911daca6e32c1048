import * as z from "zod";
import { omittedDefault, openEnum, optional, required } from "../../../declaration/field";
import { objectIdField } from "../../../declaration/value-types";
import { expressionField, queryLanguage } from "../../shared/query-fields";

const template = () => z.string().min(1).max(10_000);

const byId = (type: "source" | "dashboard") =>
  z.object({
    mode: required("Refers to the target by its id.", z.literal("id")),
    id: required("The id of the source or dashboard.", objectIdField, { refersTo: type }),
  });

const byTemplate = z.object({
  mode: required("Refers to the target by a template.", z.literal("template")),
  template: required(
    "The name of the source or dashboard. It can contain columns of the row as `{{column}}`.",
    template(),
  ),
});

const filter = z.object({
  kind: optional("The kind of filter.", openEnum(["expressionTemplate"]), { serverDefault: "expressionTemplate" }),
  expression: required("The expression to filter by.", template()),
  template: required("The value to filter for. It can contain columns of the row as `{{column}}`.", template()),
});

const linked = (type: "source" | "dashboard") => ({
  target: required("The target of the click.", z.union([byId(type), byTemplate]), { textMap: true }),
  whereTemplate: optional(
    "The query of the target. It can contain columns of the row as `{{column}}`.",
    expressionField,
    omittedDefault(""),
  ),
  whereLanguage: optional("The language of `where_template`.", queryLanguage),
  filters: optional("Filters of the target.", z.array(filter).max(50), omittedDefault([])),
});

const search = z.object({ type: required("Opens a search in a source.", z.literal("search")), ...linked("source") });

const dashboard = z.object({ type: required("Opens a dashboard.", z.literal("dashboard")), ...linked("dashboard") });

const external = z.object({
  type: required("Opens an external site.", z.literal("external")),
  urlTemplate: required("An absolute http(s) address. It can contain columns of the row as `{{column}}`.", template()),
});

const target = z.union([search, dashboard, external]);

/** Target of a click on a table row (docs/internals/api-behavior.md 4.8). */
export const onClickField = optional("The target of a click on a row.", target);

export type OnClick = NonNullable<z.input<typeof onClickField>>;
