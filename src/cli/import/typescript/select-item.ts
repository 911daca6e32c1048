import * as aggregates from "../../../constructs/aggregate";
import type { Fields } from "../../../schema/field";
import { ownValue } from "../../../schema/own-property";
import { call, type Expression, literal } from "../code/expression";
import { camel } from "../naming/words";
import type { ModuleScope } from "./module-scope";

/** Helpers whose names say more than their functions. */
const NAMED_OTHERWISE: Readonly<Record<string, string>> = { none: "expression" };

/** A select item as the helper of its aggregate function: `quantile(0.95, "Duration", { where: "level:error" })`. */
export function selectItem(scope: ModuleScope, item: Fields): Expression {
  const { aggFn, level, valueExpression, ...options } = item;
  const helper = ownValue(NAMED_OTHERWISE, String(aggFn)) ?? camel(String(aggFn));
  const needed = neededOf(item);
  const rest = Object.keys(options).length > 0 ? [options] : [];
  const isUsual = needed.every((each) => each !== undefined) && !(aggFn === "count" && valueExpression !== undefined);
  if (!Object.hasOwn(aggregates, helper) || !isUsual) return literal(item);
  return call(scope.use(helper), ...[...needed, ...rest].map(literal));
}

/** What the helper is called with before its options. */
function neededOf({ aggFn, level, valueExpression }: Fields): readonly unknown[] {
  if (aggFn === "count") return [];
  return aggFn === "quantile" ? [level, valueExpression] : [valueExpression];
}
