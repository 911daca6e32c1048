import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { type KnownSecrets, SecretSearch } from "./secret-search";
import { isZip, unzip } from "./zip";

/** One run of the engine, or of another program. */
export interface Heard {
  readonly args: readonly string[];
  readonly stdout: string;
  readonly stderr: string;
}

/** Files that are older than the secrets: the provider's executables. */
const PROGRAMS = [join("terraform.d", "plugins"), join(".terraform", "providers"), "node_modules"];

/** Files that contain the state, and therefore the secrets of keys with `secret_in_state`. */
const HOLDS_STATE = /\.tfstate(\.[\w.]+)?$|\.tfplan$/;

/** Output in which the engine shows complete values, because a user requested them. */
const SHOWS_VALUES = [
  ["show", "-json"],
  ["state", "pull"],
  ["output", "-raw"],
  ["output", "-json"],
];

/**
 * Searches everything that a run of Terraform leaves for secrets: files (also inside of plans), outputs, and logs. Some
 * secrets are allowed in certain places. A secret that the author wrote in the configuration is allowed in that file,
 * and in lines of it that the engine shows or copies. The secret of a key with `secret_in_state = true` is allowed in
 * the state, the plan and in requested values.
 */
export class LeakWatch {
  readonly #texts = new Set<string>();
  readonly #hashes = new Set<string>();
  readonly #inState = new Set<string>();
  readonly #heard: Heard[] = [];
  readonly #written = new Map<string, Set<string>>();

  constructor(readonly folder: string) {}

  /** Adds secrets to the search. */
  know({ texts = [], keyHashes = [] }: Partial<KnownSecrets>): void {
    for (const text of texts) {
      this.#texts.add(text);
    }
    for (const hash of keyHashes) {
      this.#hashes.add(hash);
    }
  }

  /** Adds a file of the configuration with the author's text. */
  wrote(file: string, text: string): void {
    this.#written.set(file, (this.#written.get(file) ?? new Set()).add(text));
  }

  /** Adds the output of a run. */
  hear(run: Heard): void {
    this.#heard.push(run);
    for (const file of this.#files().filter((name) => HOLDS_STATE.test(name))) {
      for (const text of askedForIn(join(this.folder, file))) {
        this.#inState.add(text);
      }
    }
  }

  /**
   * Returns the forbidden places of secrets, one line each. A line contains the place and the form, and never the
   * secret.
   */
  leaks(): readonly string[] {
    const search = new SecretSearch({ texts: [...this.#texts], keyHashes: [...this.#hashes] });
    const places = [...this.#printed(), ...this.#stored()];
    const lines = places.flatMap(({ name, text, holdsState }) =>
      search
        .in(text)
        .filter(({ secret }) => !(holdsState && this.#inState.has(secret)))
        .map(({ secret, form }) => `${name}: a secret of ${secret.length} characters (${form})`),
    );
    return [...new Set(lines)];
  }

  *#printed(): Generator<Place> {
    for (const { args, stdout, stderr } of this.#heard) {
      const command = args.slice(0, 2).join(" ");
      const holdsState = SHOWS_VALUES.some((words) => words.every((word) => args.includes(word)));
      yield {
        name: `stdout of "${command}"`,
        text: withoutConfiguration(args, this.#withoutQuotes(stdout)),
        holdsState,
      };
      yield { name: `stderr of "${command}"`, text: this.#withoutQuotes(stderr), holdsState: false };
    }
  }

  *#stored(): Generator<Place> {
    for (const name of this.#files()) {
      const content = readFileSync(join(this.folder, name));
      const holdsState = HOLDS_STATE.test(name);
      if (!isZip(content)) {
        if (!this.#isWritten(name, content)) {
          yield { name, text: content.toString("latin1"), holdsState };
        }
        continue;
      }
      for (const [entry, inside] of unzip(content)) {
        // A plan contains the configuration from which it was created.
        if (entry.startsWith("tfconfig/") && this.#isWritten(entry.split("/").at(-1) ?? "", inside)) {
          continue;
        }
        yield { name: `${entry} in ${name}`, text: inside.toString("latin1"), holdsState: true };
      }
    }
  }

  #files(): readonly string[] {
    if (!existsSync(this.folder)) {
      return [];
    }
    return readdirSync(this.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.folder, join(entry.parentPath, entry.name)))
      .filter((name) => !PROGRAMS.some((program) => (sep + name).includes(sep + program + sep)));
  }

  #isWritten(file: string, content: Buffer): boolean {
    return this.#written.get(file)?.has(content.toString("utf8")) ?? false;
  }

  /** Below an error, the engine shows the line of the configuration that caused it. */
  #withoutQuotes(output: string): string {
    const lines = new Set(
      [...this.#written.values()].flatMap((texts) => [...texts]).flatMap((text) => text.split("\n")),
    );
    return output
      .split("\n")
      .filter((line) => !lines.has(/^\s*[│|]?\s+\d+: (.*)$/.exec(line)?.[1] ?? "\n"))
      .join("\n");
  }
}

interface Place {
  readonly name: string;
  /** Returns bytes as latin1 text. */
  readonly text: string;
  readonly holdsState: boolean;
}

/** The JSON of a plan repeats the plan's configuration in a separate part. */
function withoutConfiguration(args: readonly string[], stdout: string): string {
  if (args[0] !== "show" || !args.includes("-json")) {
    return stdout;
  }
  try {
    const { configuration: _, ...rest } = JSON.parse(stdout) as Record<string, unknown>;
    return JSON.stringify(rest);
  } catch {
    return stdout;
  }
}

interface StateFile {
  readonly resources?: readonly {
    readonly type: string;
    readonly instances: readonly { readonly attributes?: Readonly<Record<string, unknown>> }[];
  }[];
}

/** Returns the secrets that are in a state because the author wrote `secret_in_state = true`. */
function askedForIn(file: string): readonly string[] {
  const content = readFileSync(file);
  if (isZip(content) || content.length === 0) {
    return [];
  }
  const { resources = [] } = JSON.parse(content.toString("utf8")) as StateFile;
  return resources
    .filter(({ type }) => type === "clickstack_api_key")
    .flatMap(({ instances }) => instances.map(({ attributes }) => attributes ?? {}))
    .filter(({ secret_in_state }) => secret_in_state === true)
    .flatMap(({ key_id, key_secret }) => [key_id, key_secret])
    .filter((text) => typeof text === "string");
}
