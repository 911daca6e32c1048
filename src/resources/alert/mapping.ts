import type { Deployment, JsonObject } from "../../client";
import { isJsonObject, type JsonValue } from "../../client/json";
import { fromApi, toApi } from "../../declaration/api-form";
import { collectClearValues, type DeclaredFields, isPlainObject, isPresent } from "../../declaration/field";
import { withoutOmittedDefaults } from "../../declaration/server-defaults";
import { objectShapeOf } from "../../declaration/shape";
import { toUtc } from "../../declaration/value-types";
import { isUnknownValue } from "../../plugin";
import { observedWithOthers } from "../shared/crud-resource";
import { type AlertBody, type AlertRecord, channelsOf } from "./api";
import { type AlertDeclaration, alert, isRangeThreshold } from "./declaration";

export const ALERT_SHAPE = objectShapeOf(alert);

/** Settings of a chart that do not affect an evaluation, so that a server may drop them (docs/internals/api-behavior.md 6.1). */
const OF_DRAWING = ["numberFormat", "fillNulls", "alignDateRangeToGranularity", "seriesLimit", "showOperandSeries"];

/** @param before the plan after a write, the prior state in a read */
export function observedAlert(record: AlertRecord, before: DeclaredFields = {}): DeclaredFields {
  const { thresholdMax, channel: _, ...rest } = record;
  const observed: JsonObject & { id: string } = {
    ...rest,
    channels: channelsOf(record),
    ...(isJsonObject(rest.chartConfig) && { chartConfig: withDrawing(rest.chartConfig, before.chartConfig) }),
    // A server below 2.39 keeps a bound from an earlier range type, which has no effect
    // (docs/internals/api-behavior.md 3.9, 6.5).
    ...(isRangeThreshold(record.thresholdType) && { thresholdMax }),
  };
  return observedWithOthers(ALERT_SHAPE, fromApi(ALERT_SHAPE, observed) as AlertRecord, before);
}

/** Returns a chart with the settings of its drawing that the server dropped. */
function withDrawing(chart: JsonObject, before: unknown): JsonObject {
  if (!isPlainObject(before) || before.displayType !== chart.displayType || before.configType !== chart.configType) {
    return chart;
  }
  const kept = OF_DRAWING.filter((name) => chart[name] === undefined && isPresent(before[name]));
  return { ...chart, ...Object.fromEntries(kept.map((name) => [name, before[name] as JsonValue])) };
}

/** Returns the body that creates an alert, without unknown values and without fields that cannot be declared. */
export function alertCreateBody(declared: AlertDeclaration, deployment: Deployment | undefined): AlertBody {
  const sentFields = withoutOmittedDefaults(ALERT_SHAPE, declared) as AlertDeclaration;
  const { id: _, otherFields: __, scheduleStartAt, ...fields } = sentFields;
  const known = Object.entries(fields).filter(([name, value]) => !isUnknownValue(value) && isTakenBy(deployment, name));
  // The server accepts moments in UTC only (docs/internals/api-behavior.md 3.7).
  const body = { ...Object.fromEntries(known), ...(scheduleStartAt && { scheduleStartAt: toUtc(scheduleStartAt) }) };
  return toApi(ALERT_SHAPE, body) as AlertBody;
}

/** The managed gateway may return a field that it refuses in requests (docs/internals/api-behavior.md 6). */
function isTakenBy(deployment: Deployment | undefined, name: string): boolean {
  return deployment !== "managed" || !ALERT_SHAPE.fields[name]?.meta.openSourceOnly;
}

/** Clears fields that the server would keep when omitted (docs/internals/api-behavior.md 3.9). */
export function alertUpdateBody(declared: AlertDeclaration, deployment: Deployment | undefined): AlertBody {
  return { ...collectClearValues(ALERT_SHAPE), ...alertCreateBody(declared, deployment) };
}
