export { Emulator } from "./emulator";
export {
  type EmulatedObjectType,
  EmulatorProcess,
  type EmulatorProcessOptions,
  type StoredObject,
} from "./emulator-process";
export type { FaultSpec } from "./faults";
export type {
  EmulatedVersion,
  EmulatorOptions,
  Endpoints,
  KeyRefusal,
  Limit,
  Limits,
  SeedOptions,
  Switches,
} from "./options";
export { environmentOf } from "./options";
export type { LoggedRequest } from "./request-log";
export { seedIds } from "./seed";
export type { Kind } from "./ui/edits";
