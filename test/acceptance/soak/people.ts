import type { Emulator } from "../../../src/emulator";
import { ui } from "../../support/ui";
import type { Chance } from "./chance";

interface Stored {
  readonly id: string;
  readonly name?: string;
}

/** The addresses at which a user finds and changes the objects of a collection. */
const pathsOf = (collection: string) =>
  collection === "keys"
    ? { list: "/keys", change: "/keys" }
    : { list: `/raw/${collection}`, change: `/api/v2/${collection}` };

/** Fields that a user changes. No declaration has these values. */
const CHANGES: Readonly<Record<string, (number: number) => readonly Readonly<Record<string, unknown>>[]>> = {
  connections: (n) => [{ name: `Renamed ${n}` }, { host: `https://elsewhere-${n}.example.com:8443` }],
  sources: (n) => [{ name: `Renamed ${n}` }, { defaultTableSelectExpression: `Body${n}` }],
  webhooks: (n) => [{ name: `Renamed ${n}` }, { description: `Changed ${n}` }],
  "saved-searches": (n) => [{ name: `Renamed ${n}` }, { where: `changed:${n}` }, { tags: [`t${n}`] }],
  dashboards: (n) => [{ name: `Renamed ${n}` }, { tags: [`t${n}`] }, { tiles: [] }],
  alerts: (n) => [{ name: `Renamed ${n}` }, { threshold: 1000 + n }, { interval: "12h" }],
  keys: (n) => [{ name: `Renamed ${n}` }, { ipAccessList: [{ source: `192.0.2.${n % 256}` }] }],
};

/** The objects that a user creates, by collection. */
const MADE: Readonly<Record<string, (name: string, sourceId: string) => Readonly<Record<string, unknown>>>> = {
  "saved-searches": (name, sourceId) => ({ name, sourceId, where: "another:user", whereLanguage: "lucene" }),
  dashboards: (name) => ({ name, tiles: [], tags: ["another user's"] }),
  webhooks: (name) => ({ name, service: "generic", url: `https://example.com/else/${encodeURIComponent(name)}` }),
};

/** Random changes by users on a server during the applies. */
export class People {
  /** Objects that users have created and not deleted yet. */
  readonly #made: { readonly collection: string; readonly id: string }[] = [];
  #changes = 0;

  constructor(private readonly emulator: Emulator) {}

  /** The number of changes by users. */
  get changes(): number {
    return this.#changes;
  }

  /**
   * Changes one of the given objects.
   * @param ids the managed objects that may be changed
   * @param deletes the collections in which one object may also be deleted
   */
  async change(
    ids: ReadonlySet<string>,
    collections: readonly string[],
    deletes: readonly string[],
    chance: Chance,
  ): Promise<void> {
    const collection = chance.of(collections) ?? "";
    const { list, change } = pathsOf(collection);
    const { data } = (await ui(this.emulator, "GET", list)) as { data: readonly Stored[] };
    const changed = chance.of(data.filter(({ id }) => ids.has(id)));
    if (!changed) {
      return;
    }
    this.#changes += 1;
    const isMissed = await this.#changeOne(`${change}/${changed.id}`, collection, deletes, chance).catch(isGone);
    if (isMissed === true) {
      this.#changes -= 1;
    }
  }

  async #changeOne(path: string, collection: string, deletes: readonly string[], chance: Chance): Promise<void> {
    if (deletes.includes(collection) && chance.is(0.3)) {
      await ui(this.emulator, "DELETE", path);
      return;
    }
    const fields = chance.of(CHANGES[collection]?.(this.#changes) ?? []);
    await ui(this.emulator, "PATCH", path, fields);
  }

  /** Creates or deletes an unmanaged object. At most `most` of them exist at the same time. */
  async makeOrDelete(names: readonly string[], most: number, chance: Chance): Promise<void> {
    this.#changes += 1;
    const old = chance.of(this.#made);
    if (old && (this.#made.length >= most || chance.is(0.3))) {
      await ui(this.emulator, "DELETE", `/api/v2/${old.collection}/${old.id}`);
      this.#made.splice(this.#made.indexOf(old), 1);
      return;
    }
    const collection = chance.of(Object.keys(MADE)) ?? "";
    const [source] = ((await ui(this.emulator, "GET", "/api/v2/sources")) as { data: readonly Stored[] }).data;
    // Half of the names are also declared, because the provider must not adopt an object by its name. The server
    // accepts each webhook name only once.
    const isDeclared = collection !== "webhooks" && chance.is(0.5);
    const name = (isDeclared && chance.of(names)) || `Another user's ${this.#changes}`;
    const body = MADE[collection]?.(name, source?.id ?? "");
    const { data } = (await ui(this.emulator, "POST", `/api/v2/${collection}`, body)) as { data: Stored };
    this.#made.push({ collection, id: data.id });
  }
}

/** An apply may delete an object just before a user changes it. */
function isGone(error: unknown): true {
  if (error instanceof Error && error.message.includes(" returned 404")) {
    return true;
  }
  throw error;
}
