/** The two HTTP APIs of ClickStack and ClickHouse Cloud as one typed client. Start with `resolveSettings`, then `createClient`. */
export type { CallOptions, Charts, Client, Collection, DashboardCollection } from "./client";
export { createClient } from "./create-client";
export type { CreateJournal, JournaledCreate } from "./creating/create-journal";
export { isOneTimeName, nameInOneTimeName, nameWith, oneTimeName } from "./creating/one-time-name";
export * from "./errors";
export type { JsonObject, JsonValue } from "./json";
export type * from "./records";
export { type ResolvedSettings, resolveSettings } from "./resolve-settings";
export type {
  ClientSettings,
  ClientWarning,
  Deployment,
  LogLine,
  ManagedSettings,
  OpenSourceSettings,
  Timeouts,
} from "./settings";
export type { SettingsArguments } from "./settings-arguments";
export type { SettingsProblem } from "./settings-problem";
