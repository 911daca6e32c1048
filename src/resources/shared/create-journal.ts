import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import type { CreateJournal, JournaledCreate } from "../../client";
import { isJsonObject, jsonIn } from "../../client/json";
import { ConfinedFolder, readRegularFile } from "../../confined-folder";
import { physicalPath } from "../../physical-path";
import { quietly } from "../../quietly";
import { dataFolderOf } from "./data-folder";

/** The folder of the journal below Terraform's data folder. */
const FOLDER = join("clickstack", "creates");

/** Maximum age of an entry, in milliseconds. Older entries are deleted. */
const OLDEST_MS = 30 * 86_400_000;

/** The names of entries. No other file in the folder is read or deleted. */
const ENTRY_NAME = /^[0-9a-f]{16}-[0-9a-f]{16}\.json$/;

/** Maximum size of an entry, which usually has a few hundred bytes. */
const MAX_ENTRY_BYTES = 4096;

/** Maximum number of entries that are read. */
const MAX_ENTRIES = 10_000;

/** Maximum size of Terraform's own files in its data folder, which have a few kilobytes. */
const MAX_SETTINGS_BYTES = 1024 * 1024;

/** One create as stored in its file: digests, times and ids only. */
const STORED_ENTRY = z.object({
  content: z.string(),
  startedAt: z.number(),
  serverTime: z.number(),
  name: z.string().optional(),
  id: z.string().optional(),
  /**
   * A state contains the object. The entry stays in the journal while another create with the same content is
   * unfinished.
   */
  managed: z.literal(true).optional(),
});

/** The MAC is an HMAC of the entry, its file name and the folder, with a key that is not in the folder. */
const SIGNED_ENTRY = STORED_ENTRY.extend({ mac: z.string() });

type StoredEntry = z.infer<typeof STORED_ENTRY>;

interface Entry extends StoredEntry {
  readonly file: string;
  /** True if this run began the create. */
  readonly own: boolean;
}

/**
 * Records creates that began in a working directory, in one file each, until a state contains their objects. A provider
 * or an engine that is killed between a create's request and the state leaves an object that no state contains. The
 * next run finds the entry of that create. Write failures are ignored, so that they never block a create. An entry is
 * valid only with a signature (docs/guides/reliability.md).
 */
export class FileJournal implements CreateJournal {
  readonly #data: ConfinedFolder;
  readonly #key: Buffer;
  readonly #openedAt = Date.now();
  #entries: Map<string, Entry> | undefined;
  readonly #handedOver = new Set<Entry>();

  /**
   * @param dataFolder Terraform's data folder, which `terraform init` creates
   * @param scope text that distinguishes the states of one folder
   * @param credentials secrets of the provider, from which the key of the signatures is derived
   */
  constructor(
    dataFolder: string,
    private readonly scope: string,
    credentials: readonly string[],
  ) {
    this.#data = new ConfinedFolder(dataFolder);
    const secret = createHash("sha256").update(JSON.stringify(credentials)).digest();
    this.#key = createHmac("sha256", secret).update("cdk-clickstack journal of creates").digest();
  }

  begin(content: string, name: string | undefined, serverTime = Date.now()): JournaledCreate {
    const digest = this.#digest(content);
    const file = `${digest.slice(0, 16)}-${randomBytes(8).toString("hex")}.json`;
    const named = name === undefined ? {} : { name: this.#digest(name) };
    return this.#put({ content: digest, startedAt: Date.now(), serverTime, ...named, file, own: true });
  }

  ended(create: JournaledCreate, id: string): void {
    const entry = this.#find(create);
    if (entry) {
      this.#put({ ...entry, id, own: true });
    }
  }

  /** Notes that the state is about to contain an object that this process created under a one-time name. */
  handOver(oneTimeName: string): void {
    const name = this.#digest(oneTimeName);
    for (const entry of this.#all().filter((each) => each.own && each.name === name)) {
      this.#handedOver.add(entry);
    }
  }

  /** Returns the create of an earlier run under this one-time name, or with this id, whose object no state contains. */
  interrupted(object: { readonly id: string; readonly name: string }): JournaledCreate | undefined {
    const name = this.#digest(object.name);
    return this.#all().find((each) => !each.own && !each.managed && (each.name === name || each.id === object.id));
  }

  /**
   * Removes the entries of objects that were created under a one-time name. Terraform ends this process after it has
   * every response, so the state contains them by then, or they were removed from it on purpose. No later run must
   * delete them.
   */
  end(): void {
    for (const entry of this.#handedOver) {
      this.#remove(entry);
    }
  }

  drop(create: JournaledCreate): void {
    const entry = this.#find(create);
    if (entry) {
      this.#remove(entry);
    }
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

  /** Notes that a state contains the object, so that no run adopts it. */
  confirm(id: string): void {
    for (const entry of this.#all().filter((each) => each.id === id && !each.own && !each.managed)) {
      const others = this.#all().some((other) => other.content === entry.content && other.id === undefined);
      if (others) {
        this.#put({ ...entry, managed: true });
      } else {
        this.#remove(entry);
      }
    }
  }

  /** Removes the entries of an object that was deleted on purpose. */
  forget(id: string): void {
    for (const entry of this.#all().filter((each) => each.id === id)) {
      this.#remove(entry);
    }
  }

  #find(create: JournaledCreate): Entry | undefined {
    this.#entries ??= this.#load();
    return this.#entries.get((create as Entry).file);
  }

  #digest(content: string): string {
    return createHash("sha256").update(`${this.scope}\n${content}`).digest("hex");
  }

  #all(): readonly Entry[] {
    this.#entries ??= this.#load();
    return [...this.#entries.values()];
  }

  #load(): Map<string, Entry> {
    const names = quietly(() => this.#data.names(FOLDER)) ?? [];
    const files = names.filter((name) => ENTRY_NAME.test(name)).slice(0, MAX_ENTRIES);
    return new Map(files.flatMap((file) => this.#read(file) ?? []).map((entry) => [entry.file, entry]));
  }

  /** Returns a signed entry. Deletes an old one. */
  #read(file: string): Entry | undefined {
    const text = quietly(() => this.#data.read(join(FOLDER, file), MAX_ENTRY_BYTES)) ?? "";
    const { data } = SIGNED_ENTRY.safeParse(jsonIn(text));
    if (!data) {
      return undefined;
    }
    const { mac, ...entry } = data;
    const now = Date.now();
    if (Math.abs(now - entry.startedAt) > OLDEST_MS) {
      this.#delete(file);
      return undefined;
    }
    const [expected, found] = [this.#mac(file, entry), mac].map((each) => Buffer.from(each));
    if (!expected || found?.length !== expected.length || !timingSafeEqual(expected, found)) {
      return undefined;
    }
    // A later entry belongs to a process of this run, such as another alias of the provider. An entry whose time is in
    // the future does not.
    return { ...entry, file, own: entry.startedAt > this.#openedAt && entry.startedAt <= now };
  }

  /** Signs the file name and the folder too, so that a copy of an entry is not valid. */
  #mac(file: string, { content, startedAt, name, id, managed, serverTime }: StoredEntry): string {
    const folder = physicalPath(this.#data.root);
    const signed = JSON.stringify([folder, file, this.scope, content, startedAt, serverTime, name, id, managed]);
    return createHmac("sha256", this.#key).update(signed).digest("hex");
  }

  #put(entry: Entry): Entry {
    const { file, own: _, ...stored } = entry;
    quietly(() => {
      this.#data.makeFolder(FOLDER, 0o700);
      const signed = { ...stored, mac: this.#mac(file, stored) };
      this.#data.write(join(FOLDER, file), JSON.stringify(signed), { mode: 0o600 });
    });
    this.#entries ??= this.#load();
    this.#entries.set(file, entry);
    return entry;
  }

  #remove({ file }: Entry): void {
    this.#entries?.delete(file);
    this.#delete(file);
  }

  #delete(file: string): void {
    quietly(() => this.#data.remove(join(FOLDER, file)));
  }
}

/**
 * Returns the journal of the working directory; undefined if Terraform has no data folder.
 * @param environment contains TF_DATA_DIR and TF_WORKSPACE
 * @param credentials sign the entries
 * @throws UnsafePathError if a part of its path is a link
 */
export function openJournal(
  workingDirectory: string,
  environment: Readonly<Record<string, string | undefined>>,
  credentials: readonly string[],
): FileJournal | undefined {
  const dataFolder = dataFolderOf(workingDirectory, environment);
  if (dataFolder === undefined) {
    return undefined;
  }
  new ConfinedFolder(dataFolder).names(FOLDER);
  const workspace = environment.TF_WORKSPACE || textOf(join(dataFolder, "environment")).trim() || "default";
  return new FileJournal(dataFolder, `${workspace}\n${backendIn(dataFolder)}`, credentials);
}

/**
 * Returns the backend that `terraform init` configured. A run with another backend reads another state and must not
 * adopt objects of this state.
 */
function backendIn(dataFolder: string): string {
  const settings = jsonIn(textOf(join(dataFolder, "terraform.tfstate")));
  return isJsonObject(settings) && isJsonObject(settings.backend) ? JSON.stringify(settings.backend) : "";
}

function textOf(path: string): string {
  return quietly(() => readRegularFile(path, MAX_SETTINGS_BYTES, true)) ?? "";
}
