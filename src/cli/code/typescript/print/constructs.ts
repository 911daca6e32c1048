import { toTitle } from "../../../../constructs/prop-names";
import type { ThresholdType } from "../../../../constructs/threshold";
import * as thresholds from "../../../../constructs/threshold";
import type { DeclaredFields } from "../../../../declaration/field";
import { shapeOf, type VariantsShape } from "../../../../declaration/shape";
import { alertChannel } from "../../../../resources/alert/declaration";
import type { AlertDeclaration } from "../../../../resources/declarations";
import { TYPE_FACTS } from "../../../project/imported-types";
import { watchedId, watchedType } from "../../../server/inventory";
import { tileKeyOf } from "../../model/import-model";
import { addressVariableOf, type Imported, remarkOf } from "../../model/imported";
import { referredBy } from "../../model/placed-model";
import { codeText, identifier } from "../../text/code-text";
import { call, code, type Entry, type Expression, list, literal, object, text } from "../../text/expression";
import { plainEntries, propEntries, tileCall } from "./dashboard";
import { type ModuleScope, type ReferringScope, SCOPE } from "./module-scope";
import { commentOf, constant, effect, type StatementDoc } from "./module-text";

type Channel = AlertDeclaration["channels"][number];

/** Creates `new Alert(scope, "too-many-errors", { on: checkout.tile("errors"), when: above(100), ... })`. */
export function alertCall(scope: ModuleScope, alert: Imported): Expression {
  const { name, ...fields } = alert.fields as unknown as AlertDeclaration;
  const { chartConfig, groupBy } = fields;
  return scope.construct(alert, [
    ...plainEntries({ name }),
    { key: "on", value: chartConfig ? chartCall(scope, chartConfig) : watched(scope, alert, groupBy) },
    ...conditionEntries(scope, fields),
  ]);
}

/** Creates the props of an alert except the watched object. */
export function conditionEntries(
  scope: ReferringScope,
  {
    source: _,
    dashboardId: __,
    tileId: ___,
    savedSearchId: ____,
    chartConfig: _____,
    groupBy: ______,
    ...fields
  }: Omit<AlertDeclaration, "id" | "name">,
): readonly Entry[] {
  const { interval, channels = [], thresholdType, threshold, thresholdMax, ...rest } = fields;
  const { scheduleStartAt, scheduleOffsetMinutes, ...others } = rest;
  const schedule = (helper: "startingAt" | "offsetBy", value: unknown) =>
    value === undefined ? [] : [{ key: "schedule", value: call(scope.use(identifier(helper)), literal(value)) }];
  return [
    { key: "when", value: thresholdCall(scope, thresholdType, [threshold, thresholdMax]) },
    ...plainEntries({ every: interval }),
    { key: "notify", value: list(channels.map((channel) => alertTarget(scope, channel))) },
    ...schedule("startingAt", scheduleStartAt),
    ...(scheduleStartAt === undefined ? schedule("offsetBy", scheduleOffsetMinutes) : []),
    ...plainEntries(others),
  ];
}

export function alertStatements(scope: ModuleScope, alert: Imported): readonly StatementDoc[] {
  return withRemark(alert, effect(alertCall(scope, alert)));
}

/** Creates `checkout.tile("errors")`, or a reference to a saved search. */
function watched(scope: ModuleScope, alert: Imported, groupBy: unknown): Expression {
  const [type, id] = [watchedType(alert), watchedId(alert)];
  const name = scope.refer(type, id).code;
  if (type === "saved_search") {
    return call(codeText`${name}.reference`, ...(groupBy === undefined ? [] : [literal({ groupBy })]));
  }
  const dashboard = scope.model.records.dashboard.find((each) => each.id === id);
  return call(codeText`${name}.tile`, literal(dashboard && tileKeyOf(dashboard, alert.record.tileId)));
}

/** Creates `tile.line({ source: logs, select: [count()] })`, with `filtered` around it if the chart has a filter. */
export function chartCall(scope: ReferringScope, chart: DeclaredFields): Expression {
  const { name, where, whereLanguage, ...config } = chart;
  const made = tileCall(scope, { key: "", tile: { name: name ?? toTitle(""), config }, placement: {} });
  if (where === undefined) {
    return made;
  }
  return call(scope.use(codeText`filtered`), made, object(plainEntries({ where, whereLanguage })));
}

function thresholdCall(scope: ReferringScope, type: ThresholdType, bounds: readonly unknown[]): Expression {
  const [helper = ""] = Object.entries(thresholds).find(([, make]) => make(0, 0).thresholdType === type) ?? [];
  const given = bounds.filter((bound) => bound !== undefined);
  const [threshold, thresholdMax] = given;
  return {
    ...call(scope.use(identifier(helper)), ...given.map((each) => literal(each))),
    plain: literal({ thresholdType: type, threshold, thresholdMax }),
  };
}

const CHANNEL = shapeOf(alertChannel) as VariantsShape;

/** Creates a reference to a webhook, or a channel with further fields. */
function alertTarget(scope: ReferringScope, channel: Channel): Expression {
  if (channel.type !== "webhook") {
    return literal(channel);
  }
  const { type: _, webhookId, ...rest } = channel;
  if (scope.isNamed("webhook", webhookId) && Object.keys(rest).length === 0) {
    return scope.refer("webhook", webhookId);
  }
  return object(propEntries(scope, CHANNEL, channel as DeclaredFields));
}

/** Creates `new ApiKey(scope, "ci", { ... })`. All fields are declared, so that a plan shows every change. */
export function apiKeyCall(scope: ModuleScope, key: Imported): Expression {
  const { assignedRoleIds = [], ...fields } = key.fields as DeclaredFields & {
    readonly assignedRoleIds?: readonly string[];
  };
  const roles = assignedRoleIds.map((id) => scope.idOf("organization_role", id));
  return scope.construct(key, [...plainEntries(fields), { key: "roles", value: list(roles) }]);
}

/** `new Source(scope, "logs", { kind: "log", name: "Logs", connection, ... })`. */
export function sourceCall(scope: ModuleScope, source: Imported): Expression {
  const props = propEntries(scope, TYPE_FACTS.source.shape, source.fields, referredBy(scope.model, source));
  return scope.construct(source, props);
}

/** `const slackOncallUrl = new TerraformVariable(scope, "slack_oncall_url", { type: "string", sensitive: true });` */
export function addressStatement(scope: ModuleScope, webhook: Imported, name: string): StatementDoc {
  const variable = scope.useFramework(codeText`TerraformVariable`);
  const props = object({ type: text("string"), sensitive: literal(true) });
  return constant(
    identifier(name),
    call(codeText`new ${variable}`, code(SCOPE), text(addressVariableOf(webhook)), props),
  );
}

/** `new Webhook(scope, "slack-oncall", { name: "Slack oncall", ..., url: slackOncallUrl.stringValue })`. */
export function webhookCall(scope: ModuleScope, webhook: Imported, variable: string): Expression {
  const { name, service, url: _, ...fields } = webhook.fields;
  return scope.construct(webhook, [
    ...plainEntries({ name, service }),
    { key: "url", value: code(codeText`${identifier(variable)}.stringValue`) },
    ...plainEntries(fields),
  ]);
}

/** Adds the comment about an object before its statement. */
export function withRemark(object: Imported, statement: StatementDoc): readonly StatementDoc[] {
  const remark = remarkOf(object);
  return [...(remark === undefined ? [] : [commentOf(remark)]), statement];
}
