import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { CreateJournal, JournaledCreate } from "../../client";
import { isJsonObject } from "../../client/json";

/** The folder of the journal below Terraform's data folder. */
const FOLDER = join("clickstack", "creates");

/** Older entries say nothing: whoever wanted to go on has done so. In milliseconds. */
const OLDEST_MS = 30 * 86_400_000;

/** One create as its file has it. Digests, times and ids only. */
interface StoredEntry {
  readonly content: string;
  readonly startedAt: number;
  readonly name?: string;
  readonly id?: string;
  /** A state holds the object. It stays in the journal while another create of this content has no end. */
  readonly managed?: true;
}

interface Entry extends StoredEntry {
  readonly file: string;
  /** Begun by this run. */
  readonly own: boolean;
}

/**
 * Creates that were begun in a working directory, in one file each, until a state is seen to hold their objects. A provider or an engine that is
 * killed between a create's request and the state leaves an object that no state knows; the next run finds here that it was begun.
 * A journal that cannot be written is none: it must not keep a create from being done.
 */
export class FileJournal implements CreateJournal {
  readonly #folder: string;
  readonly #scope: string;
  readonly #openedAt = Date.now();
  #entries: Map<string, Entry> | undefined;
  readonly #handedOver = new Set<Entry>();

  /** @param dataFolder Terraform's data folder, which `terraform init` makes @param scope what tells states of one folder apart */
  constructor(dataFolder: string, scope: string) {
    this.#folder = join(dataFolder, FOLDER);
    this.#scope = scope;
  }

  begin(content: string, name: string | undefined): JournaledCreate {
    const digest = this.#digest(content);
    const file = `${digest.slice(0, 16)}-${randomBytes(8).toString("hex")}.json`;
    const named = name === undefined ? {} : { name: this.#digest(name) };
    return this.#put({ content: digest, startedAt: Date.now(), ...named, file, own: true });
  }

  ended(create: JournaledCreate, id: string): void {
    const entry = this.#of(create);
    if (entry) this.#put({ ...entry, id, own: true });
  }

  /** What this process created under a one-time name is about to be in a state, whatever becomes of its name. */
  handOver(oneTimeName: string): void {
    const name = this.#digest(oneTimeName);
    for (const entry of this.#all()) if (entry.own && entry.name === name) this.#handedOver.add(entry);
  }

  /** Whether an earlier run began to create something under this name, and no state holds it. */
  hasBegun(oneTimeName: string): boolean {
    const name = this.#digest(oneTimeName);
    return this.#all().some((entry) => !entry.own && !entry.managed && entry.name === name);
  }

  /**
   * Terraform ends this process after it has every response. What was created under a one-time name is in the state then, or was taken
   * out of it on purpose, so that no later run deletes it.
   */
  end(): void {
    for (const entry of this.#handedOver) this.#remove(entry);
  }

  drop(create: JournaledCreate): void {
    const entry = this.#of(create);
    if (entry) this.#remove(entry);
  }

  unfinished(content: string): readonly JournaledCreate[] {
    const digest = this.#digest(content);
    return this.#all()
      .filter((entry) => entry.content === digest && !entry.own && !entry.managed)
      .sort((one, other) => one.startedAt - other.startedAt);
  }

  hasName(create: JournaledCreate, name: string): boolean {
    return create.name === this.#digest(name);
  }

  isKnown(id: string): boolean {
    return this.#all().some((entry) => entry.id === id);
  }

  /** A state holds the object: nothing has to be taken over. */
  confirm(id: string): void {
    for (const entry of this.#all()) {
      if (entry.id !== id || entry.own || entry.managed) continue;
      const others = this.#all().some((other) => other.content === entry.content && other.id === undefined);
      if (others) this.#put({ ...entry, managed: true });
      else this.#remove(entry);
    }
  }

  /** The object was deleted on purpose. */
  forget(id: string): void {
    for (const entry of this.#all()) if (entry.id === id) this.#remove(entry);
  }

  #of(create: JournaledCreate): Entry | undefined {
    return this.#all().find(({ file }) => file === (create as Entry).file);
  }

  #digest(content: string): string {
    return createHash("sha256").update(`${this.#scope}\n${content}`).digest("hex");
  }

  #all(): readonly Entry[] {
    this.#entries ??= this.#load();
    return [...this.#entries.values()];
  }

  #load(): Map<string, Entry> {
    const entries = new Map<string, Entry>();
    for (const file of namesIn(this.#folder)) {
      const entry = readEntry(join(this.#folder, file));
      if (!entry || Date.now() - entry.startedAt > OLDEST_MS) quietly(() => rmSync(join(this.#folder, file)));
      // What began since then is of a process of this run: another alias of the provider.
      else entries.set(file, { ...entry, file, own: entry.startedAt > this.#openedAt });
    }
    return entries;
  }

  #put(entry: Entry): Entry {
    const { file, own: _, ...stored } = entry;
    quietly(() => {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const path = join(this.#folder, file);
      // Under another name first: a process that is killed here leaves no half a file.
      writeFileSync(`${path}.new`, JSON.stringify(stored), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    });
    this.#entries ??= this.#load();
    this.#entries.set(file, entry);
    return entry;
  }

  #remove({ file }: Entry): void {
    this.#entries?.delete(file);
    quietly(() => rmSync(join(this.#folder, file)));
  }
}

/**
 * The journal of the working directory; undefined where Terraform keeps no data folder, so that nothing is written where nobody expects it.
 * @param environment holds TF_DATA_DIR and TF_WORKSPACE
 */
export function openJournal(
  workingDirectory: string,
  environment: Readonly<Record<string, string | undefined>>,
): FileJournal | undefined {
  const dataFolder = resolve(workingDirectory, environment.TF_DATA_DIR || ".terraform");
  if (!isFolder(dataFolder)) return undefined;
  const workspace = environment.TF_WORKSPACE || textOf(join(dataFolder, "environment")) || "default";
  return new FileJournal(dataFolder, `${workspace}\n${backendIn(dataFolder)}`);
}

/** The backend that `terraform init` was given: a run with another one reads another state, and takes over nothing of this one. */
function backendIn(dataFolder: string): string {
  const settings = quietly(() => JSON.parse(readFileSync(join(dataFolder, "terraform.tfstate"), "utf8")) as unknown);
  return isJsonObject(settings) && isJsonObject(settings.backend) ? JSON.stringify(settings.backend) : "";
}

function isFolder(path: string): boolean {
  return quietly(() => statSync(path).isDirectory()) ?? false;
}

function namesIn(folder: string): readonly string[] {
  return (quietly(() => readdirSync(folder)) ?? []).filter((name) => name.endsWith(".json"));
}

function textOf(path: string): string | undefined {
  return quietly(() => readFileSync(path, "utf8").trim());
}

function readEntry(path: string): StoredEntry | undefined {
  const entry = quietly(() => JSON.parse(readFileSync(path, "utf8")) as StoredEntry | null);
  const isWhole = typeof entry?.content === "string" && typeof entry.startedAt === "number";
  return isWhole ? entry : undefined;
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
