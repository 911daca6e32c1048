import type { OnClick } from "../resources/declared-types";
import { idOf } from "./declared";
import type { SourceReference } from "./tile";

/** A dashboard, or the id of one. */
export type DashboardReference =
  | {
      /** Id of the dashboard. */
      readonly id: string;
    }
  | string;

type Linked = Pick<Extract<OnClick, { type: "search" }>, "whereTemplate" | "whereLanguage"> & {
  /** Filters of the target, from expression to value. Values can contain columns of the row as `{{column}}`. Default: none. */
  readonly filters?: Readonly<Record<string, string>>;
};

/** Target by name. The name can contain columns of the row as `{{column}}`. */
interface TargetName {
  /** Name of the source or dashboard, such as `Checkout`. */
  readonly name: string;
}

/** Targets of a click on a row of a table: `tile.table({ ..., onClick: onClick.search(logs) })`. */
export const onClick = {
  /**
   * Opens a search in a source of logs or traces.
   * @param source the source, its id, or `{ name }`
   * @param options query and filters of the search. Default: all events
   */
  search(source: SourceReference | TargetName, options: Linked = {}): OnClick {
    return { type: "search", target: toTarget(source), ...toQueryFields(options) };
  },
  /**
   * Opens a dashboard. A dashboard opens itself by name: `onClick.dashboard({ name: "Checkout" })`.
   * @param dashboard the dashboard, its id, or `{ name }`
   * @param options query and filters of the dashboard. Default: none
   */
  dashboard(dashboard: DashboardReference | TargetName, options: Linked = {}): OnClick {
    return { type: "dashboard", target: toTarget(dashboard), ...toQueryFields(options) };
  },
  /**
   * Opens another site at an absolute http(s) address, which can contain columns of the row as `{{column}}`.
   * @param urlTemplate the address, such as `https://example.com/trace/{{TraceId}}`
   */
  external(urlTemplate: string): OnClick {
    return { type: "external", urlTemplate };
  },
};

function toTarget(
  target: { readonly id: string } | string | TargetName,
): Extract<OnClick, { type: "search" }>["target"] {
  if (typeof target === "object" && target !== null && !("id" in target)) {
    return { mode: "template", template: target.name };
  }
  return { mode: "id", id: idOf(target) };
}

function toQueryFields({ filters, ...query }: Linked) {
  return {
    ...query,
    ...(filters && { filters: Object.entries(filters).map(([expression, template]) => ({ expression, template })) }),
  };
}
