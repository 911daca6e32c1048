export {
  type DataSource,
  type EphemeralResource,
  FunctionArgumentError,
  type FunctionParameter,
  type OpenedResource,
  type ProviderFunction,
  type RenewedResource,
} from "./data-source";
export {
  type AttributePath,
  type Diagnostic,
  DiagnosticError,
  pathText,
  UnknownConfigurationError,
} from "./diagnostics";
export type { HandlerContext, MaybeConfiguredContext } from "./handler-context";
export { createLog, type Log, type LogLevel } from "./host/log";
export { changedSince } from "./plan/changed-paths";
export { complete } from "./plan/nested";
export { type PlannedChange, planChange } from "./plan/plan-change";
export type { PreparedResponses } from "./prepared-responses";
export type { Provider } from "./provider";
export type {
  CreateRequest,
  DeleteRequest,
  Finished,
  IdentityAttribute,
  IdentitySchema,
  ImportedResource,
  ImportRequest,
  ListedResource,
  ListRequest,
  ListResource,
  ModifiedPlan,
  ModifyPlanRequest,
  MoveRequest,
  PlannedDestroy,
  PrivateState,
  ReadRequest,
  ReadResult,
  Resource,
  UpdateRequest,
  WriteResult,
} from "./resource";
export { preparedResponsesOf } from "./rpc/schema";
export {
  type Attribute,
  type Block,
  fieldsOf,
  type Nesting,
  objectsIn,
  type Schema,
  schemaType,
  type Type,
} from "./schema/schema";
export { type ServeOptions, serve } from "./serve";
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
  type Unknown,
  type Value,
} from "./values/value";
export type { JsonObject, JsonValue } from "./wire/exact-json";
export { valueFromJson } from "./wire/json-value";
