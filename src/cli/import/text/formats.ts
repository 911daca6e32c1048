/** The languages that imported code can be written in. */
export const FORMATS = ["typescript", "hcl"] as const;

export type CodeFormat = (typeof FORMATS)[number];

/** A resource of another provider, and the one that takes its place, by their addresses. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** A file of code. */
export interface GeneratedFile {
  /** From the folder of the import, with `/`. */
  readonly path: string;
  readonly text: string;
  /** Whether the code does not work without it, so that it is written again where somebody deleted it. */
  readonly isNeeded?: boolean;
  /**
   * The text that was made before, for a file that somebody edited: what is new is put into the edited text.
   * @param edited what somebody made of it.
   */
  readonly before?: (edited: string) => string | undefined;
}
