import * as thresholds from "../../../constructs/threshold";
import type { AlertDeclaration, ThresholdType } from "../../../schema";
import type { Fields } from "../../../schema/field";
import { call, code, type Entry, type Expression, list, literal, object, text } from "../code/expression";
import { effect, type Statement } from "../code/source-file";
import type { Imported } from "../model/imported";
import { type Model, tileKeyOf } from "../model/model";
import { watchedBy, watchedKind } from "../selection";
import { withRemark } from "./collection-file";
import { type ModuleScope, SCOPE } from "./module-scope";
import { plainEntries } from "./tile";

type Channel = AlertDeclaration["channels"][number];

/** `new Alert(scope, "too-many-errors", { on: checkout.tile("errors"), when: above(100), ... })`. */
export function alertCall(scope: ModuleScope, model: Model, alert: Imported): Expression {
  const { name, interval, channels, ...fields } = alert.fields as unknown as AlertDeclaration;
  const { source: _, dashboardId: __, tileId: ___, savedSearchId: ____, groupBy, ...rest } = fields;
  const { thresholdType, threshold, thresholdMax, scheduleStartAt, scheduleOffsetMinutes, ...others } = rest;
  const props: readonly Entry[] = [
    ...plainEntries({ name }),
    { key: "on", value: watched(scope, model, alert, groupBy) },
    { key: "when", value: thresholdCall(scope, thresholdType, [threshold, thresholdMax]) },
    ...plainEntries({ every: interval }),
    targets(scope, model, channels),
    ...scheduleEntry(scope, { scheduleStartAt, scheduleOffsetMinutes }),
    ...plainEntries(others),
  ];
  return call(`new ${scope.use("Alert")}`, code(SCOPE), text(alert.constructId), object(props, { isSpread: true }));
}

/** The statement that makes an alert. */
export function alertStatements(scope: ModuleScope, model: Model, alert: Imported): readonly Statement[] {
  return withRemark(alert, effect(alertCall(scope, model, alert)));
}

/** `checkout.tile("errors")`, or a saved search. */
function watched(scope: ModuleScope, { references, records }: Model, alert: Imported, groupBy: unknown): Expression {
  const [kind, id] = [watchedKind(alert), watchedBy(alert)];
  const expression = scope.refer(references.of(kind, id));
  const name = expression.kind === "code" ? expression.code : "";
  if (kind === "saved_search")
    return call(`${name}.reference`, ...(groupBy === undefined ? [] : [literal({ groupBy })]));
  const dashboard = records.dashboard.find((each) => each.id === id);
  return call(`${name}.tile`, literal(dashboard && tileKeyOf(dashboard, alert.record.tileId)));
}

/** The helper that makes a threshold of this type. */
function thresholdCall(scope: ModuleScope, type: ThresholdType, bounds: readonly unknown[]): Expression {
  const [helper = ""] = Object.entries(thresholds).find(([, make]) => make(0, 0).thresholdType === type) ?? [];
  return call(scope.use(helper), ...bounds.filter((bound) => bound !== undefined).map(literal));
}

function scheduleEntry(scope: ModuleScope, { scheduleStartAt, scheduleOffsetMinutes }: Fields): readonly Entry[] {
  const made = (helper: string, value: unknown) => [
    { key: "schedule", value: call(scope.use(helper), literal(value)) },
  ];
  if (scheduleStartAt !== undefined) return made("startingAt", scheduleStartAt);
  return scheduleOffsetMinutes === undefined ? [] : made("offsetBy", scheduleOffsetMinutes);
}

function targets(scope: ModuleScope, model: Model, channels: readonly Channel[]): Entry {
  return { key: "notify", value: list(channels.map((channel) => target(scope, model, channel))) };
}

/** A webhook alone, or a channel with what else it says. */
function target(scope: ModuleScope, { references }: Model, channel: Channel): Expression {
  if (channel.type !== "webhook") return literal(channel);
  const { type: _, webhookId, ...rest } = channel;
  const reference = references.of("webhook", webhookId);
  if (reference.type !== "id" && Object.keys(rest).length === 0) return scope.refer(reference);
  const id = scope.idOf(reference);
  return object(
    Object.entries(channel).map(([key, value]) => ({ key, value: key === "webhookId" ? id : literal(value) })),
  );
}
