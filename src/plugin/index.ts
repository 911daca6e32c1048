export { createLog } from "./log/log";
export { complete, withDefaults } from "./plan/nested";
export { planChange } from "./plan/plan-change";
export { findChangesSince } from "./plan/prior-form";
export * from "./provider/provider";
export type * from "./provider/resource";
export { preparedResponsesOf } from "./rpc/schema";
export { type Attribute, objectsIn, type Schema, schemaType } from "./schema/schema";
export { serve } from "./serve";
export { type Diagnostic, DiagnosticError, problem, UnknownConfigurationError, warning } from "./values/diagnostics";
export { valuesEqual } from "./values/equal";
export type { ExactJson, ExactJsonObject } from "./values/exact-json";
export { valueFromJson } from "./values/json-value";
export { type AttributePath, pathText } from "./values/path";
export type { Type } from "./values/type";
export {
  containsUnknown,
  DynamicValue,
  isList,
  isObjectValue,
  isUnknownValue,
  type ObjectValue,
  UNKNOWN,
  type Value,
} from "./values/value";
export { ExactNumber } from "./wire/numbers";
