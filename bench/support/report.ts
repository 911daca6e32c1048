/** What a measured figure should be. A goal that is missed is said so; it is no failure. */
export interface Goal {
  readonly name: string;
  readonly measured: number;
  /** The largest figure that meets the goal. */
  readonly atMost: number;
  /** Written after both figures, such as `ms`. */
  readonly unit?: string;
}

/** Rows under column headings; figures are written with the decimals they are to show. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What one bench found. */
export interface Report {
  /** What was measured, in a sentence. */
  readonly title: string;
  readonly tables: readonly Table[];
  readonly goals: readonly Goal[];
  /** Every figure, for machines. */
  readonly figures: Readonly<Record<string, unknown>>;
}

export function isMet({ measured, atMost }: Goal): boolean {
  return measured <= atMost;
}
