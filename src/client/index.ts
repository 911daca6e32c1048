/** Common part of both HTTP APIs. `src/resources/client.ts` contains the client with all resource types. */

export { isOneTimeName, nameInOneTimeName, nameWith, oneTimeName } from "./creates/created-object";
export * from "./http/errors";
export type * from "./json";
export { resolveSettings } from "./resolve-settings";
export type { SettingsArguments } from "./setting-values";
export type {
  ClientSettings,
  ClientWarning,
  CreateJournal,
  Deployment,
  JournaledCreate,
  LogLine,
  ManagedSettings,
  OpenSourceSettings,
} from "./settings";
