export type { DataSource } from "./data-source";
export { type AttributePath, pathText } from "./diagnostics/attribute-path";
export { type Diagnostic, DiagnosticError } from "./diagnostics/diagnostic";
export type { EphemeralResource, OpenedResource, RenewedResource } from "./ephemeral-resource";
export type { HandlerContext, MaybeConfiguredContext } from "./handler-context";
export { createLog, type Log } from "./host/log";
export type { LogLevel } from "./host/log-level";
export type { IdentityAttribute, IdentitySchema } from "./identity";
export type { ListedResource, ListRequest, ListResource } from "./list-resource";
export { changedSince } from "./plan/changed-paths";
export { type PlannedChange, planChange } from "./plan/plan-change";
export type { Provider } from "./provider";
export { FunctionArgumentError, type FunctionParameter, type ProviderFunction } from "./provider-function";
export type {
  CreateRequest,
  DeleteRequest,
  Finished,
  ImportedResource,
  ImportRequest,
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
export { preparedSchemaOf } from "./rpc/prepared-schema";
export type { Attribute, Block, Nesting, Schema } from "./schema/schema";
export { type ServeOptions, serve } from "./serve";
export type { Type } from "./types/type";
export { DynamicValue } from "./values/dynamic-value";
export { valuesEqual } from "./values/equal";
export { ExactNumber } from "./values/exact-number";
export { isUnknown, UNKNOWN, type Unknown } from "./values/unknown";
export { containsUnknown, isList, isObject, type ObjectValue, type Value } from "./values/value";
export type { JsonObject, JsonValue } from "./wire/exact-json";
