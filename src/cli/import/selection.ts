import type { Existing } from "./existing";
import type { ImportKind } from "./kinds";

/** Which objects are meant. What is left out does not restrict. */
export interface Filters {
  readonly kinds?: readonly ImportKind[];
  /** Patterns with `*` and `?`, in any case; one of them must fit the whole name. */
  readonly names?: readonly string[];
  /** One of them must be on the object. */
  readonly tags?: readonly string[];
}

/** The objects that the filters choose. An alert comes with what it watches, or for its own name. */
export function select(objects: readonly Existing[], filters: Filters): readonly Existing[] {
  const fits = fitsOf(filters);
  const chosen = new Set(objects.filter((each) => each.kind !== "alert" && fits(each)).map(({ id }) => id));
  const isKind = ({ kind }: Existing) => filters.kinds?.includes(kind) ?? true;
  return objects.filter((each) => {
    if (!isKind(each)) return false;
    return each.kind === "alert" ? fits(each) || chosen.has(watchedBy(each)) : chosen.has(each.id);
  });
}

/** The id of the dashboard or saved search that an alert watches. */
export function watchedBy(alert: Existing): string {
  return String(watchedKind(alert) === "saved_search" ? alert.record.savedSearchId : alert.record.dashboardId);
}

export function watchedKind({ record }: Existing): "dashboard" | "saved_search" {
  return record.source === "saved_search" ? "saved_search" : "dashboard";
}

function fitsOf({ names = [], tags = [] }: Filters): (object: Existing) => boolean {
  const patterns = names.map(patternOf);
  return (object) =>
    (patterns.length === 0 || patterns.some((pattern) => pattern.test(object.name))) &&
    (tags.length === 0 || tags.some((tag) => object.tags.includes(tag)));
}

function patternOf(text: string): RegExp {
  const escaped = text.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`, "is");
}
