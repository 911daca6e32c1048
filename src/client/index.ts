export {
  type CallOptions,
  type Charts,
  type Client,
  type Collection,
  createClient,
  type DashboardCollection,
} from "../resources/client";
export type { CreateJournal, JournaledCreate } from "./create-journal";
export * from "./errors";
export type { JsonObject, JsonValue } from "./json";
export { isOneTimeName, nameInOneTimeName, nameWith, oneTimeName } from "./one-time-name";
export type * from "./records";
export { type ResolvedSettings, resolveSettings } from "./resolve-settings";
export type {
  ClientSettings,
  ClientWarning,
  Deployment,
  LogLine,
  ManagedSettings,
  OpenSourceSettings,
  SettingsArguments,
  SettingsProblem,
  Timeouts,
} from "./settings";

/** The two HTTP APIs of ClickStack and ClickHouse Cloud as one typed client. Start with `resolveSettings`, then `createClient`. */
