import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import type { ProcessResult } from "../run-process";
import { type KnownSecrets, SecretSearch } from "./secret-search";

/** The searched texts, and the findings. */
export interface Counts {
  readonly runs: number;
  readonly texts: number;
  readonly secrets: number;
  readonly leaked: number;
}

const PROGRAMS = join(sep, "terraform.d", "plugins", sep);

/** Reads the outputs of commands and the files that they write, and counts every secret in them. */
export class CanaryWatch {
  readonly #texts: { readonly place: string; readonly text: string; readonly secrets: KnownSecrets }[] = [];
  #runs = 0;

  /** Adds the output of a run. */
  hear(place: string, { stdout, stderr }: Pick<ProcessResult, "stdout" | "stderr">, secrets: KnownSecrets): void {
    this.#runs += 1;
    this.read(`stdout of ${place}`, stdout, secrets);
    this.read(`stderr of ${place}`, stderr, secrets);
  }

  /** A text, such as a log. */
  read(place: string, text: string, secrets: KnownSecrets): void {
    this.#texts.push({ place, text: Buffer.from(text, "utf8").toString("latin1"), secrets });
  }

  /**
   * Adds a file, or every file below a folder, except the provider's executables, which are older than the
   * secrets.
   */
  readFile(path: string, secrets: KnownSecrets): void {
    if (!existsSync(path)) {
      return;
    }
    const files = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .filter((file) => !file.includes(PROGRAMS))
      : [path];
    for (const file of files) {
      this.read(file, readFileSync(file, "utf8"), secrets);
    }
  }

  /** Returns the places of secrets, one line for each. Names the place and the form, never the secret. */
  leaks(): readonly string[] {
    return this.#texts.flatMap(({ place, text, secrets }) =>
      new SecretSearch(secrets)
        .in(text)
        .map(({ secret, form }) => `${place}: a secret of ${secret.length} characters (${form})`),
    );
  }

  /** The numbers of all outputs and files so far. */
  counts(): Counts {
    const secrets = new Set(this.#texts.flatMap((each) => each.secrets.texts));
    return { runs: this.#runs, texts: this.#texts.length, secrets: secrets.size, leaked: this.leaks().length };
  }
}
