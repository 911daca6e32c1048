/** What a check found. */
export interface Verdict {
  readonly passed: boolean;
  /** Whole sentences, one per finding, without any secret. */
  readonly findings: readonly string[];
}

export function passed(...findings: readonly string[]): Verdict {
  return { passed: true, findings };
}

export function failed(...findings: readonly string[]): Verdict {
  return { passed: false, findings };
}
