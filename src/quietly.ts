/** Returns the result; undefined if the work fails. */
export function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Does something that may fail, such as the removal of a file that was already removed. Returns true if it succeeds. */
export function succeeds(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
