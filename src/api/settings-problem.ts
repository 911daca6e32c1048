import type { SettingsArguments } from "./settings-arguments";

/** Why settings cannot be used, with the way out. */
export interface SettingsProblem {
  /** The argument to change. */
  readonly argument: keyof SettingsArguments;
  readonly summary: string;
  readonly detail: string;
}
