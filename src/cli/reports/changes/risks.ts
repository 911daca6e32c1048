import { isDeepStrictEqual } from "node:util";
import { type DeclaredFields, isObject, isPresent } from "../../../declaration/field";
import { AllowedAddresses, ANY_IP } from "../../../declaration/ip-ranges";
import { type ApiFields, holdsSensitive, isSensitive, numberText } from "../../../drawing";
import { conditionOf, isComparison, meets } from "../../../evaluation/condition";
import { ownValue } from "../../../own-values";
import type { RelatedObjects } from "../../project/contents/related-objects";
import { ALERT, API_KEY, DASHBOARD, SAVED_SEARCH } from "../../project/reported-types";
import type { Action, Report, Risk } from "./report-model";

/**
 * Returns true if there is a value for which the alert fired before and no longer fires. Undefined if a condition is
 * not known. Source: docs/internals/api-behavior.md 3.7.
 */
export function firesLess(before: DeclaredFields, after: DeclaredFields): boolean | undefined {
  const [old, now] = [knownCondition(before), knownCondition(after)];
  if (!old || !now) {
    return undefined;
  }
  const bounds = [old.threshold, old.max, now.threshold, now.max].sort((a, b) => a - b);
  // All values between two neighboring bounds have the same result.
  const between = bounds.slice(1).map((bound, index) => (bound + (bounds[index] ?? bound)) / 2);
  const values = [Number.NEGATIVE_INFINITY, ...bounds, ...between, Number.POSITIVE_INFINITY];
  return values.some((value) => meets(old, value) && !meets(now, value));
}

function knownCondition({ threshold_type: type, threshold, threshold_max: thresholdMax }: DeclaredFields) {
  return isComparison(type) ? conditionOf({ thresholdType: type, threshold, thresholdMax }) : undefined;
}

/** Returns the condition of an alert as text, such as `above 100`. */
function conditionText(alert: DeclaredFields, format: ApiFields | undefined): string {
  const { threshold_type: type, threshold, threshold_max: max } = alert;
  const text = (bound: unknown) => (typeof bound === "number" ? numberText(bound, format, "exact") : String(bound));
  return `${String(type)} ${text(threshold)}${isPresent(max) ? ` and ${text(max)}` : ""}`;
}

/** An object before and after a change. An object that does not exist is undefined. */
interface Transition {
  readonly type: string;
  readonly action: Action;
  /** `drift`: the change already happened, independent of the declared destroy behavior. */
  readonly command: Report["command"];
  readonly before: DeclaredFields | undefined;
  readonly after: DeclaredFields | undefined;
  readonly format?: ApiFields | undefined;
}

interface RiskRule {
  readonly rule: string;
  readonly type: string;
  readonly find?: (transition: Transition, related: RelatedObjects) => string | false | undefined;
  /** Compares an object that exists before and after the change. */
  readonly compare?: (
    before: DeclaredFields,
    after: DeclaredFields,
    context: { readonly format: ApiFields | undefined; readonly related: RelatedObjects },
  ) => string | false | undefined;
  /** Attributes that decide the result. If one is sensitive and changes, the result is unknown. */
  readonly of?: readonly string[];
  /** Attributes whose parts also decide the result. */
  readonly within?: readonly string[];
}

/** Rules for risks, the most severe first. */
const RULES: readonly RiskRule[] = [
  {
    rule: "alert-deleted",
    type: ALERT.type,
    find: ({ action }) => action === "delete" && "deleted: it sends no more notifications",
  },
  {
    rule: "key-deleted",
    type: API_KEY.type,
    find: (transition) => transition.action === "delete" && keyEnd(transition),
  },
  {
    rule: "key-replaced",
    type: API_KEY.type,
    find: ({ action, after }) => {
      const overlap = after?.overlap ? `; the old one works for ${after.overlap} more` : "";
      return action === "replace" && `replaced: its users need the new key and secret${overlap}`;
    },
  },
  {
    rule: "key-disabled",
    type: API_KEY.type,
    of: ["state"],
    compare: (before, after) =>
      after.state === "disabled" && before.state !== "disabled" && "disabled: its users are locked out",
  },
  {
    rule: "key-opened",
    type: API_KEY.type,
    of: ["allow_any_ip"],
    within: ["ip_access_list"],
    compare: (before, after) => opened(allowedBy(before), allowedBy(after)),
  },
  {
    rule: "threshold-loosened",
    type: ALERT.type,
    of: ["threshold", "threshold_max", "threshold_type"],
    compare: (before, after, { format }) =>
      firesLess(before, after) &&
      `threshold loosened: ${conditionText(before, format)} -> ${conditionText(after, format)}`,
  },
  {
    rule: "alert-slower",
    type: ALERT.type,
    of: ["num_consecutive_windows"],
    compare: (before, after) =>
      windowsOf(after) > windowsOf(before) &&
      `fires later: after ${windowsOf(after)} windows in a row instead of ${windowsOf(before)}`,
  },
  {
    rule: "alert-notifies-fewer",
    type: ALERT.type,
    of: ["channels"],
    compare: (before, after) =>
      countOf(after.channels) < countOf(before.channels) &&
      `notifies fewer: ${countOf(after.channels)} channels instead of ${countOf(before.channels)}`,
  },
  {
    rule: "dashboard-deleted",
    type: DASHBOARD.type,
    find: ({ action, before }, related) =>
      (action === "delete" || action === "replace") &&
      `${action}d${alertsGo(related.alertsOnDashboard(String(before?.id)))}`,
  },
  {
    rule: "alerted-tile-deleted",
    type: DASHBOARD.type,
    of: ["tiles"],
    compare: (before, after, { related }) => {
      const alerted = deletedTiles(before, after).filter((key) => related.hasAlertOnTile(String(before.id), key));
      return alerted.length > 0 && `tiles with alerts deleted: ${alerted.join(", ")}`;
    },
  },
  {
    rule: "saved-search-deleted",
    type: SAVED_SEARCH.type,
    find: ({ action }) => action === "delete" && "deleted, and its alerts with it",
  },
];

export function risksOf(transition: Transition, related: RelatedObjects): readonly Risk[] {
  const { before, after, format } = transition;
  const changesUnseen = (isUnseen: (value: unknown) => boolean) => (attribute: string) => {
    const values = [before?.[attribute], after?.[attribute]];
    return before && after && values.some(isUnseen) && !isDeepStrictEqual(values[0], values[1]);
  };
  return RULES.filter(({ type }) => type === transition.type).flatMap(
    ({ rule, find, compare, of = [], within = [] }) => {
      const concealed = [...of.filter(changesUnseen(isSensitive)), ...within.filter(changesUnseen(holdsSensitive))];
      const found = () =>
        (before && after && compare?.(before, after, { format, related })) ?? find?.(transition, related);
      const message = concealed.length > 0 ? unseenText(concealed) : found();
      return message ? [{ rule, message }] : [];
    },
  );
}

function unseenText(attributes: readonly string[]): string {
  return `${attributes.join(", ")} ${attributes.length === 1 ? "changes and is" : "change and are"} sensitive: the effect is unknown`;
}

export function rankOfRisk({ rule }: Risk): number {
  return RULES.findIndex((each) => each.rule === rule);
}

function keyEnd({ command, before }: Transition): string | undefined {
  const end = command === "drift" ? "delete" : (before?.on_destroy ?? (before?.adopt ? "release" : "delete"));
  if (end === "release") {
    return undefined;
  }
  if (end === "expire") {
    return `ends in ${String(before?.expire_after)}: its users are locked out then`;
  }
  return `${end === "disable" ? "disabled" : "deleted"}: its users are locked out`;
}

function alertsGo(count: number): string {
  const alerts = count === 1 ? "the alert on it" : `the ${count} alerts on it`;
  return count === 0 ? "" : `, and ${alerts} with it`;
}

/** Returns the keys of deleted tiles. A tile whose key changes keeps its id and its alerts. */
function deletedTiles(before: DeclaredFields, after: DeclaredFields): readonly string[] {
  // Ids are unknown until the apply.
  const [oldIds, newIds] = [before.tile_ids, after.tile_ids].map((ids) => (isObject(ids) ? ids : undefined));
  const kept = new Set(Object.values(newIds ?? {}));
  const tiles = (after.tiles ?? {}) as object;
  return Object.keys((before.tiles ?? {}) as object).filter((key) => {
    const id = oldIds && ownValue(oldIds, key);
    return newIds && id !== undefined ? !kept.has(id) : !Object.hasOwn(tiles, key);
  });
}

function windowsOf({ num_consecutive_windows: windows }: DeclaredFields): number {
  return typeof windows === "number" ? windows : 1;
}

function countOf(list: unknown): number {
  return Array.isArray(list) ? list.length : Number.POSITIVE_INFINITY;
}

/** Describes new addresses that are too wide to identify a user. */
function opened(before: AllowedAddresses, after: AllowedAddresses): string | undefined {
  if (!after.isWide || before.includes(after)) {
    return undefined;
  }
  if (after.isEverybody) {
    return "opened: any address may use it";
  }
  if (after.hasWideV6) {
    return "opened: a range of IPv6 wider than a /32 may use it";
  }
  return `opened: ${after.count} addresses may use it, ${Number(after.percent.toFixed(1))}% of all`;
}

function allowedBy({ allow_any_ip: isAny, ip_access_list: list }: DeclaredFields): AllowedAddresses {
  if (isAny === true) {
    return new AllowedAddresses([ANY_IP]);
  }
  const entries: readonly (DeclaredFields | null)[] = Array.isArray(list) ? list : [];
  return new AllowedAddresses(entries.map((entry) => entry?.source));
}
