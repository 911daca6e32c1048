import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import type { ProcessResult } from "../run-process";
import { type KnownSecrets, SecretSearch } from "./secret-search";

/** The searched texts, and the secrets that were found. */
export interface Counts {
  readonly runs: number;
  readonly texts: number;
  readonly secrets: number;
  readonly leaked: number;
}

const PROGRAMS = join(sep, "terraform.d", "plugins", sep);

/** Searches the outputs of commands and the files that they write, and counts every secret in them. */
export class CanaryWatch {
  readonly #leaks: string[] = [];
  readonly #secrets = new Set<string>();
  #texts = 0;
  #runs = 0;

  /** Searches the output of a run. */
  hear(place: string, { stdout, stderr }: Pick<ProcessResult, "stdout" | "stderr">, secrets: KnownSecrets): void {
    this.#runs += 1;
    this.read(`stdout of ${place}`, stdout, secrets);
    this.read(`stderr of ${place}`, stderr, secrets);
  }

  /** Searches a text, such as a log. */
  read(place: string, text: string, secrets: KnownSecrets): void {
    this.#texts += 1;
    for (const known of secrets.texts) {
      this.#secrets.add(known);
    }
    for (const { secret, form } of new SecretSearch(secrets).in(Buffer.from(text, "utf8").toString("latin1"))) {
      this.#leaks.push(`${place}: a secret of ${secret.length} characters (${form})`);
    }
  }

  /**
   * Searches a file, or every file below a folder, except the provider's executables, which are older than the
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

  /** Returns the places of secrets, one line for each. A line contains the place and the form, and never the secret. */
  leaks(): readonly string[] {
    return this.#leaks;
  }

  /** The total numbers of searched outputs and files. */
  counts(): Counts {
    return { runs: this.#runs, texts: this.#texts, secrets: this.#secrets.size, leaked: this.#leaks.length };
  }
}
