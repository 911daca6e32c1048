import * as z from "zod";

/** Languages of the generated code. */
export const FORMATS = ["typescript", "hcl"] as const;

export type CodeFormat = (typeof FORMATS)[number];

/** Addresses of a resource of another provider and of the resource that replaces it. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

export interface GeneratedFile {
  /** Path in the folder of the import, with `/`. */
  readonly path: string;
  readonly text: string;
  /** True if the code requires the file. It is then written again if a user deleted it. */
  readonly isNeeded?: boolean;
  /** The generated text that a user edited. Default: the text of the last import. */
  readonly base?: string | undefined;
  /** True for the program, in which a user adds statements next to the generated ones. */
  readonly isProgram?: boolean;
}

/** A file of the folder, in the result of a command. */
export const writtenFile = z.object({
  path: z.string().describe("Below the folder."),
  status: z
    .enum(["written", "unchanged", "extended", "conflict", "beside", "kept", "deleted"])
    .describe(
      "`extended`: it was edited, and the changes were merged; `conflict`: it was edited, and it contains conflict markers; `beside`: no import wrote it, and the new text is in `besidePath`; `kept`: it was edited, and there is no new text; `deleted`: a user deleted it, and there is no new text.",
    ),
  besidePath: z.string().optional(),
});

export type WrittenFile = z.output<typeof writtenFile>;
