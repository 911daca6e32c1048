/** Common part of both HTTP APIs. `src/resources/client.ts` contains the client with all resource types. */

export type { CreateJournal, JournaledCreate } from "./create-journal";
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
  Deployment,
  LogLine,
  ManagedSettings,
  OpenSourceSettings,
} from "./settings";
