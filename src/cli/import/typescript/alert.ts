import type { AlertDeclaration, ThresholdType } from "../../../schema";
import type { Fields } from "../../../schema/field";
import { call, code, type Entry, type Expression, list, literal, object, text } from "../code/expression";
import type { Imported } from "../model/imported";
import { tileKeyOf } from "../model/model";
import type { References } from "../model/references";
import { camel } from "../naming/words";
import { type ModuleScope, type Referred, SCOPE } from "./module-scope";
import { plainEntries } from "./tile";

/** Helpers whose names say more than their threshold types. */
const THRESHOLD_HELPERS: Partial<Record<ThresholdType, string>> = { equal: "equalTo", not_equal: "notEqualTo" };

/** `new Alert(scope, "too-many-errors", { on: checkout.tile("errors"), when: above(100), ... })`. */
export function alertCall(
  scope: ModuleScope,
  references: References,
  { alert, watched }: { readonly alert: Imported; readonly watched: Imported },
): Expression {
  const { name, interval, channels, ...fields } = alert.fields as unknown as AlertDeclaration;
  const { source: _, dashboardId: __, tileId, savedSearchId: ___, groupBy, ...rest } = fields;
  const { thresholdType, threshold, thresholdMax, ...others } = rest;
  const props: readonly Entry[] = [
    ...plainEntries({ name }),
    { key: "on", value: watchedTarget(scope, watched, { tileId, groupBy }) },
    { key: "when", value: thresholdCall(scope, thresholdType, [threshold, thresholdMax]) },
    ...plainEntries({ every: interval }),
    targets(scope, references, channels),
    ...plainEntries(others),
  ];
  return call(`new ${scope.use("Alert")}`, code(SCOPE), text(alert.constructId), object(props, { isSpread: true }));
}

function watchedTarget(scope: ModuleScope, watched: Imported, { tileId, groupBy }: Fields): Expression {
  const { expression } = scope.refer(
    { type: "object", object: watched },
    watched.kind === "dashboard" ? "Dashboard" : "SavedSearch",
  );
  const name = expression.kind === "code" ? expression.code : "";
  if (watched.kind === "dashboard") return call(`${name}.tile`, literal(tileKeyOf(watched, tileId)));
  return call(`${name}.reference`, ...(groupBy === undefined ? [] : [literal({ groupBy })]));
}

function thresholdCall(scope: ModuleScope, type: ThresholdType, bounds: readonly unknown[]): Expression {
  const helper = scope.use(THRESHOLD_HELPERS[type] ?? camel(type));
  return call(helper, ...bounds.filter((bound) => bound !== undefined).map(literal));
}

function targets(scope: ModuleScope, references: References, channels: AlertDeclaration["channels"]): Entry {
  const referred = channels.map((channel) => target(scope, references, channel));
  const comments = referred.flatMap(({ comment }) => comment ?? []);
  const value = list(referred.map(({ expression }) => expression));
  return { key: "notify", value, ...(comments.length > 0 && { comment: comments.join("\n") }) };
}

/** A webhook alone, or a channel with what else it says. */
function target(scope: ModuleScope, references: References, channel: AlertDeclaration["channels"][number]): Referred {
  if (channel.type !== "webhook") return { expression: literal(channel) };
  const { webhookId, ...rest } = channel;
  const { expression, comment } = scope.refer(references.webhook(webhookId), "WebhookResource");
  if (expression.kind === "code" && Object.keys(rest).length === 1) return { expression };
  const id = expression.kind === "code" ? code(`${expression.code}.id`) : expression;
  const entries = Object.entries(channel).map(([key, value]) => ({
    key,
    value: key === "webhookId" ? id : literal(value),
  }));
  return { expression: object(entries), ...(comment !== undefined && { comment }) };
}
