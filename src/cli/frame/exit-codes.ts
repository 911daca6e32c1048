/** What every command ends with. */
export const EXIT = {
  /** Done; for `plan` and `drift`: nothing to do. */
  done: 0,
  /** The command could not do what it was asked. */
  error: 1,
  /** `plan` found changes, `drift` found drift, a check found something wrong. */
  found: 2,
} as const;
