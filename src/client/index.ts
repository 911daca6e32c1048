/** Common part of both HTTP APIs. `src/resources/client.ts` contains the client with all resource types. */

export { isOneTimeName, nameInOneTimeName, nameWith, oneTimeName } from "./creates/one-time-name";
export * from "./http/errors";
export type * from "./json";
export {
  resolveSettings,
  type SettingsArguments,
  type SettingsProblem,
} from "./resolve-settings";
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
