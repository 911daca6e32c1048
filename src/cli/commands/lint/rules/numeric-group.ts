import { numericGroups, withTextGroups } from "../../../../resources/dashboard/tiles/numeric-group";
import { watchedBy, withConfig } from "../charts";
import { lintRule, type RuleFinding } from "../lint-rule";
import { ALERT_TYPE, describeObject, type LintedObject } from "../linted-objects";

/** The server compares the last number of a row (docs/internals/api-behavior.md 3.16). */
export const numericGroupRule = lintRule({
  id: "numeric-group",
  severity: "error",
  description: "An alert is grouped by a number, so the server compares the number of the group in place of the value.",
  fix: "Convert the group to a text with `toString(...)`.",
  limits:
    "The rule sees conversions such as `toUInt16OrZero(...)`, parts of a time such as `toHour(...)`, and the columns `SeverityNumber`, `TraceFlags` and `Duration`. It does not know the types of other columns.",
  types: [ALERT_TYPE],
  fixableIf: "the stack declares the tile, the chart or the alert with the group",
  check: (alerts) => {
    const findings = alerts.map(findingOf);
    const places = new Map(findings.map((each) => [each && [each.object.address, each.tile].join(), each]));
    return [...places.values()].filter((each) => each !== undefined);
  },
});

/** Finds the group of an alert. Alerts on one tile share its group. */
function findingOf(alert: LintedObject): RuleFinding | undefined {
  const { config, kind, owner, tileKey: tile } = watchedBy(alert);
  const isSearch = kind === "saved_search";
  const groupBy = isSearch ? alert.fields.groupBy : config?.groupBy;
  const [number] = numericGroups(groupBy);
  if (number === undefined || typeof groupBy !== "string") {
    return undefined;
  }
  const object = kind === "tile" && owner ? owner : alert;
  const message = `The ${describeObject(object, tile)} is grouped by the number ${number}, so an alert compares it in place of the value.`;
  const asText = { groupBy: withTextGroups(groupBy) };
  const repair: RuleFinding["repair"] = (fields) =>
    isSearch ? { ...fields, ...asText } : withConfig(fields, tile, { ...config, ...asText });
  return { object, tile, message, repair };
}
