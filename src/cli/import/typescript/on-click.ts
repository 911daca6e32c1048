import type { Fields } from "../../../schema/field";
import { call, type Entry, literal, object, text } from "../code/expression";
import type { References } from "../model/references";
import type { ModuleScope } from "./module-scope";

/** What a click refers to: sources, and the dashboards that the one with the click may name. */
export interface ClickTargets {
  readonly references: References;
  readonly dashboardIds: ReadonlySet<string>;
}

/** Where a click leads, as the helper says it: `onClick.search(logs)`. */
export function onClick(scope: ModuleScope, targets: ClickTargets, link: Fields): Pick<Entry, "value" | "comment"> {
  if (!isHelped(link)) return { value: literal(link) };
  scope.use("onClick");
  if (link.type === "external") return { value: call("onClick.external", literal(link.urlTemplate)) };
  const { type, target, filters, ...options } = link;
  const { value, comment } = targetOf(scope, targets, String(type), target as Fields);
  const more = { ...options, ...(filters !== undefined && { filters: byExpression(filters) }) };
  const args = Object.keys(more).length > 0 ? [literal(more)] : [];
  return { value: call(`onClick.${type}`, value, ...args), ...(comment !== undefined && { comment }) };
}

type Filters = readonly { readonly kind?: string; readonly expression: string; readonly template: string }[];

/** Whether the helper can say the link: it has one value for each expression, in the order of an object's keys. */
function isHelped({ filters }: Fields): boolean {
  const list = (filters ?? []) as Filters;
  const expressions = Object.keys(byExpression(list));
  return (
    expressions.length === list.length &&
    list.every(
      ({ kind, expression }, index) =>
        kind === undefined && expression !== "__proto__" && expressions[index] === expression,
    )
  );
}

function byExpression(filters: unknown): Fields {
  return Object.fromEntries((filters as Filters).map(({ expression, template }) => [expression, template]));
}

function targetOf(
  scope: ModuleScope,
  targets: ClickTargets,
  type: string,
  target: Fields,
): Pick<Entry, "value" | "comment"> {
  if (target.mode === "template") return { value: object({ name: literal(target.template) }) };
  const id = String(target.id);
  if (type === "search") return { value: scope.refer(targets.references.of("source", id)) };
  const dashboard = targets.references.of("dashboard", id);
  if (dashboard.type !== "object" || targets.dashboardIds.has(id)) return { value: scope.refer(dashboard) };
  return {
    value: text(id),
    comment: `"${dashboard.object.name}" by its id, because each refers to the other.`,
  };
}
