import { setImmediate } from "node:timers/promises";
import type { ApiRecord } from "../json";
import { abandonable } from "../waiting";
import { errorOfMissing, type Listing, type ShownObjects, shownObjects } from "./listing";

interface ReadSource<Stored> {
  readonly plural: string;
  readonly list: () => Promise<Listing<Stored>>;
  readonly get: (id: string) => Promise<Stored | undefined>;
  /** Requests an object that a complete list did not contain. */
  readonly confirmMissing: (id: string) => Promise<Stored | undefined>;
  /** Returns true if a record of a list is partial and only a get returns all of it. */
  readonly isPart?: ((record: Stored) => boolean) | undefined;
  /** Returns false if objects can only be found in the list. */
  readonly byId: () => boolean;
}

interface Snapshot<Stored> {
  readonly records: Map<string, Stored>;
  /** Objects that the list does not contain, or only in part. Those that this process has deleted are undefined. */
  readonly single: Map<string, Promise<Stored | undefined>>;
  readonly listing: Listing<Stored>;
}

interface Since<Stored> {
  readonly written: Map<string, Stored | undefined>;
  /** Predicates for objects that writes of other objects may have deleted. */
  readonly doubts: ((record: Stored) => boolean)[];
}

type Find<Stored> = (id: string) => Promise<Stored | undefined>;

/**
 * Shares requests between the reads of one resource type. A single read is a get, because a list may contain thousands
 * of other objects. Several expected reads, or a second read later, become one list. It is cached for the client's
 * life. Own writes update the cache.
 *
 * No timer is used: the engine announces the objects of all its parallel slots before it reads the first of them.
 */
export class ListCache<Stored extends ApiRecord> {
  #held: Snapshot<Stored> | undefined;
  #listing: Promise<Snapshot<Stored>> | undefined;
  /** Objects whose reads were announced or requested. */
  readonly #wanted = new Set<string>();
  /** The first read, which other reads join until its request is sent. */
  #firstRead: Promise<Find<Stored>> | undefined;
  #hasRead = false;
  /** Own writes since the running list request began. Its response may be older than these writes. */
  #since: Since<Stored> = { written: new Map(), doubts: [] };
  /** Objects whose last write ended without a response. */
  readonly #doubtful = new Set<string>();

  constructor(private readonly source: ReadSource<Stored>) {}

  /** Announces a probable read of this object. The first read is a list if another object was announced. */
  expect(id: string): void {
    this.#wanted.add(id);
  }

  read(id: string, signal: AbortSignal | undefined): Promise<Stored | undefined> {
    return abandonable(this.#read(id), signal);
  }

  async readShown(signal: AbortSignal | undefined): Promise<ShownObjects<Stored>> {
    if (this.#doubtful.size > 0) {
      this.forget();
    }
    const snapshot = await abandonable(this.#snapshot(), signal);
    return shownObjects(this.source.plural, snapshot.records, snapshot.listing);
  }

  /** Fills the cache, so that the following reads request only uncertain objects. */
  async hold(signal: AbortSignal | undefined): Promise<void> {
    await abandonable(this.#snapshot(), signal);
  }

  wrote(record: Stored): void {
    this.#note(record.id, record);
  }

  removed(id: string): void {
    this.#note(id, undefined);
  }

  /** Marks an object as uncertain after a write with an unknown outcome. */
  doubt(id: string): void {
    if (this.source.byId()) {
      this.#doubtful.add(id);
    } else {
      this.forget();
    }
  }

  /** Marks objects that a write of another object may have deleted. The next read requests each of them separately. */
  doubtSome(isInDoubt: (record: Stored) => boolean): void {
    if (!this.source.byId()) {
      this.forget();
      return;
    }
    if (this.#listing !== undefined) {
      this.#since.doubts.push(isInDoubt);
    }
    this.#doubtThose(this.#held?.records, [isInDoubt]);
  }

  #doubtThose(records: ReadonlyMap<string, Stored> | undefined, doubts: readonly ((record: Stored) => boolean)[]) {
    for (const [id, record] of records ?? []) {
      if (doubts.some((isInDoubt) => isInDoubt(record))) {
        this.#doubtful.add(id);
      }
    }
  }

  /** Clears the cache, so that the next read requests the list again. */
  forget(): void {
    this.#doubtful.clear();
    this.#held = undefined;
    this.#listing = undefined;
  }

  #note(id: string, record: Stored | undefined): void {
    this.#doubtful.delete(id);
    this.#since.written.set(id, record);
    if (this.#held !== undefined) {
      put(this.#held, id, record);
    }
  }

  async #read(id: string): Promise<Stored | undefined> {
    this.#wanted.add(id);
    if (this.#doubtful.has(id)) {
      const record = await this.source.get(id);
      this.#note(id, record);
      return record;
    }
    if (this.#held !== undefined || this.#listing !== undefined || this.#hasRead || !this.source.byId()) {
      return this.#find(await this.#snapshot(), id);
    }
    this.#firstRead ??= this.#startFirstRead(id);
    return (await this.#firstRead)(id);
  }

  async #startFirstRead(id: string): Promise<Find<Stored>> {
    // Waits for the calls that arrived while this process was busy, so that they share the request.
    await setImmediate();
    this.#hasRead = true;
    if (this.#wanted.size === 1 && this.#held === undefined && this.#listing === undefined) {
      const record = await this.source.get(id);
      return async () => record;
    }
    const snapshot = await this.#snapshot();
    return (each) => this.#find(snapshot, each);
  }

  /** Finds an object in a list, which may show only a part of it. A list without it does not prove that it was deleted. */
  async #find(snapshot: Snapshot<Stored>, id: string): Promise<Stored | undefined> {
    const { records, single, listing } = snapshot;
    const { plural, isPart, get, confirmMissing, byId } = this.source;
    const record = records.get(id);
    if (record !== undefined && !(isPart?.(record) && byId())) {
      return record;
    }
    const { hidesSome, torn } = listing;
    const before = single.get(id);
    if (before !== undefined) {
      return before;
    }
    if (!byId()) {
      const error = errorOfMissing(plural, id, listing);
      if (error) {
        throw error;
      }
      if (!torn) {
        return undefined;
      }
    }
    // Each object is requested once. The rate limiter paces the requests.
    const asked = record !== undefined || hidesSome || torn ? get(id) : confirmMissing(id);
    single.set(id, asked);
    asked.catch(() => single.delete(id));
    return asked;
  }

  /** Returns the cache, or one list that all concurrent reads share. A failed list is not cached. */
  #snapshot(): Promise<Snapshot<Stored>> {
    if (this.#held !== undefined) {
      return Promise.resolve(this.#held);
    }
    if (this.#listing !== undefined) {
      return this.#listing;
    }
    const since: Since<Stored> = { written: new Map(), doubts: [] };
    this.#since = since;
    const running: Promise<Snapshot<Stored>> = this.source.list().then((listing) => {
      const snapshot = { records: new Map(listing.records), listing, single: new Map() };
      for (const [id, record] of since.written) {
        put(snapshot, id, record);
      }
      if (this.#listing === running) {
        this.#held = snapshot;
        this.#doubtThose(listing.records, since.doubts);
      }
      return snapshot;
    });
    this.#listing = running;
    const ended = () => {
      if (this.#listing === running) {
        this.#listing = undefined;
      }
    };
    running.then(ended, ended);
    return running;
  }
}

function put<Stored>({ records, single }: Snapshot<Stored>, id: string, record: Stored | undefined): void {
  if (record === undefined) {
    records.delete(id);
    single.set(id, Promise.resolve(undefined));
  } else {
    records.set(id, record);
    single.delete(id);
  }
}
