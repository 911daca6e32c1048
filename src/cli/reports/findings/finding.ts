import type { CodeLine } from "../../project/code-lines";

/** Something that a command names: a problem of the code, or a change of others. */
export interface Finding {
  /** Does not change between versions. */
  readonly rule: string;
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  /** Lines below the message, such as changed fields. */
  readonly details?: readonly string[];
  /** Sentence that begins with an imperative. */
  readonly fix?: string;
  /** Address of the object in Terraform. */
  readonly address?: string;
  readonly source?: CodeLine;
  /** Texts that distinguish the finding from others of its rule, also in later runs. */
  readonly identity: Readonly<Record<string, string>>;
}
