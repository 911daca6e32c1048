import type { OnClick } from "../resources/declarations";
import { idOf, type SourceReference } from "./tile";

/** A dashboard, or the id of one. */
export type DashboardReference = { readonly id: string } | string;

type Linked = Pick<Extract<OnClick, { type: "search" }>, "whereTemplate" | "whereLanguage"> & {
  /** Filters of the target, from expression to value. Values can contain columns of the row as `{{column}}`. */
  readonly filters?: Readonly<Record<string, string>>;
};

/** Target by name. The name can contain columns of the row as `{{column}}`. */
interface ByName {
  readonly name: string;
}

/** Targets of a click on a row of a table: `tile.table({ ..., onClick: onClick.search(logs) })`. */
export const onClick = {
  /** Opens a search in a source of logs or traces. */
  search: (source: SourceReference | ByName, options: Linked = {}): OnClick => ({
    type: "search",
    target: toTarget(source),
    ...toQueryFields(options),
  }),
  /** Opens a dashboard. A dashboard opens itself by name: `onClick.dashboard({ name: "Checkout" })`. */
  dashboard: (dashboard: DashboardReference | ByName, options: Linked = {}): OnClick => ({
    type: "dashboard",
    target: toTarget(dashboard),
    ...toQueryFields(options),
  }),
  /** Opens another site at an absolute http(s) address, which can contain columns of the row as `{{column}}`. */
  external: (urlTemplate: string): OnClick => ({ type: "external", urlTemplate }),
} as const;

function toTarget(target: { readonly id: string } | string | ByName): Extract<OnClick, { type: "search" }>["target"] {
  if (typeof target === "string" || "id" in target) {
    return { mode: "id", id: idOf(target) };
  }
  return { mode: "template", template: target.name };
}

function toQueryFields({ filters, ...query }: Linked) {
  return { ...query, ...(filters && { filters: Object.entries(filters).map(toFilter) }) };
}

function toFilter([expression, template]: [string, string]) {
  return { expression, template };
}
