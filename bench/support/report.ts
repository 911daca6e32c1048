/** Goal of a figure. A missed goal is reported, and is not a failure. */
export interface Goal {
  readonly name: string;
  readonly measured: number;
  /** The largest figure that meets the goal. */
  readonly atMost: number;
  /** Unit after both figures, such as `ms`. */
  readonly unit?: string;
}

/** Rows below the column headings. Figures have the displayed number of decimals. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Result of one bench. */
export interface Report {
  /** Description of the measurement in a sentence. */
  readonly title: string;
  readonly tables: readonly Table[];
  readonly goals: readonly Goal[];
  /** Every figure, for programs. */
  readonly figures: Readonly<Record<string, unknown>>;
}

export function isMet({ measured, atMost }: Goal): boolean {
  return measured <= atMost;
}
