export {
  type DataSource,
  type EphemeralResource,
  FunctionArgumentError,
  type ProviderFunction,
} from "./data-source";
export {
  type AttributePath,
  type Diagnostic,
  DiagnosticError,
  pathText,
  UnknownConfigurationError,
} from "./diagnostics";
export type { HandlerContext } from "./handler-context";
export { createLog } from "./host/log";
export { changedSince } from "./plan/changed-paths";
export { complete, withDefaults } from "./plan/nested";
export { planChange } from "./plan/plan-change";
export type { PreparedResponses, Provider } from "./provider";
export type {
  CreateRequest,
  DeleteRequest,
  IdentitySchema,
  ImportedResource,
  ListedResource,
  ListResource,
  ModifiedPlan,
  ModifyPlanRequest,
  MoveRequest,
  PlannedDestroy,
  PrivateState,
  Resource,
  UpdateRequest,
  WriteResult,
} from "./resource";
export { preparedResponsesOf } from "./rpc/schema";
export {
  type Attribute,
  fieldsOf,
  objectsIn,
  type Schema,
  schemaType,
  type Type,
} from "./schema/schema";
export { serve } from "./serve";
export { valuesEqual } from "./values/equal";
export {
  containsUnknown,
  DynamicValue,
  ExactNumber,
  isList,
  isObject,
  isUnknown,
  type ObjectValue,
  UNKNOWN,
  type Value,
} from "./values/value";
export type { JsonObject, JsonValue } from "./wire/exact-json";
export { valueFromJson } from "./wire/json-value";
