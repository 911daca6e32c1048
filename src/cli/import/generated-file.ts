/** A file of code. */
export interface GeneratedFile {
  /** From the folder of the import, with `/`. */
  readonly path: string;
  readonly text: string;
}
