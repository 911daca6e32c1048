/** What was proved of imported code. */
export type Verification =
  /** The plan imported these addresses and changed nothing; after applying that to a state to be thrown away, the plan was empty. */
  | {
      readonly status: "proved";
      readonly engine: string;
      readonly imported: readonly string[];
      readonly missing: readonly string[];
    }
  /** The plan would change something. Nothing was applied. */
  | { readonly status: "differs"; readonly engine: string; readonly changes: readonly Difference[] }
  /** A step ended with an error. */
  | { readonly status: "failed"; readonly step: string; readonly output: string }
  | { readonly status: "skipped"; readonly reason: string };

/** What a plan would do to one resource. */
export interface Difference {
  readonly address: string;
  readonly actions: readonly string[];
  /** The attributes that differ, joined by dots. */
  readonly paths: readonly string[];
}
