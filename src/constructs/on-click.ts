import type { OnClick } from "../resources/declarations";
import { idOf, type SourceReference } from "./tile";

/** A dashboard, or the id of one. */
export type DashboardReference = { readonly id: string } | string;

type Linked = Pick<Extract<OnClick, { type: "search" }>, "whereTemplate" | "whereLanguage"> & {
  /** What is filtered there: expression to value, with columns of the row as `{{column}}`. */
  readonly filters?: Readonly<Record<string, string>>;
};

/** A target by name: a template with columns of the row as `{{column}}`. */
interface ByName {
  readonly name: string;
}

/** Where a click on a row of a table leads: `tile.table({ ..., onClick: onClick.search(logs) })`. */
export const onClick = {
  /** Opens a search in a source of logs or traces. */
  search: (source: SourceReference | ByName, options: Linked = {}): OnClick => ({
    type: "search",
    target: targetOf(source),
    ...linked(options),
  }),
  /** Opens a dashboard. A dashboard leads to itself by name: `onClick.dashboard({ name: "Checkout" })`. */
  dashboard: (dashboard: DashboardReference | ByName, options: Linked = {}): OnClick => ({
    type: "dashboard",
    target: targetOf(dashboard),
    ...linked(options),
  }),
  /** Opens another site: an absolute http(s) address with columns of the row as `{{column}}`. */
  external: (urlTemplate: string): OnClick => ({ type: "external", urlTemplate }),
} as const;

function targetOf(target: { readonly id: string } | string | ByName): Extract<OnClick, { type: "search" }>["target"] {
  if (typeof target === "string" || "id" in target) {
    return { mode: "id", id: idOf(target) };
  }
  return { mode: "template", template: target.name };
}

function linked({ filters, ...query }: Linked) {
  return { ...query, ...(filters && { filters: Object.entries(filters).map(filterOf) }) };
}

function filterOf([expression, template]: [string, string]) {
  return { expression, template };
}
