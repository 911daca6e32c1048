import {
  AmbiguousCreateError,
  type ClientError,
  clientErrorOf,
  OutcomeUnknownError,
  UnexpectedResponseError,
} from "../http/errors";
import { type ApiRequest, type ApiResponse, type RequestSignals, unexpectedValue } from "../http/request";
import type { ShownTime } from "../http/server-time";
import type { ApiRecord, JsonObject } from "../json";
import { type Listing, provesAbsence } from "../reads/listing";
import { decodeRecord, type ResourceApi, without } from "../reads/resource-api";
import type { ApiServer } from "../retry/api-server";
import type { LostTry } from "../retry/operation";
import { mayHaveActed } from "../retry/retry-policy";
import type { CreateJournal, JournaledCreate } from "../settings";
import { OneAtATime } from "../waiting";
import { createdSince, type NewObjects, nameIn, oneTimeNameIn, resultOfEarlierRun } from "./created-object";

export interface CreateOptions<Stored> {
  readonly signal?: AbortSignal;
  /** Called for each deleted object that an interrupted create left behind. */
  readonly onDiscard?: (record: Stored) => void;
  /** True to use an equal stored object if there is exactly one, and create none. Default false. */
  readonly adopts?: boolean;
  /** Called when the create uses an existing object. */
  readonly onAdopted?: () => void;
}

/** The collection in which objects are created. */
interface CreatingCollection<Stored extends ApiRecord, Body> {
  list(signals: RequestSignals): Promise<Listing<Stored>>;
  /** Deletes an object that cannot be the result of a create. */
  discard(id: string, signals: RequestSignals): Promise<void>;
  /** Writes the fields that no response contains. */
  complete(id: string, body: Body, signals: RequestSignals): Promise<Stored>;
}

interface PlannedCreate<Stored, Body> {
  readonly server: ApiServer;
  readonly request: ApiRequest;
  readonly body: Body;
  readonly options: CreateOptions<Stored>;
}

type CreateResult<Stored, Created> = { readonly record: Stored; readonly created: Created };

/**
 * Creates objects of one resource type, each exactly once. If a response is lost, the client searches for the object
 * before it sends the request again: by its one-time name if it has one, otherwise by content and creation time.
 */
export class CreateRecovery<
  Stored extends ApiRecord,
  Body extends JsonObject,
  Patch extends JsonObject = Body,
  Created = Stored,
> {
  /** Ids that creates of this client have already returned. */
  readonly #claimed = new Set<string>();
  /** Serializes creates of equal content, because they could claim each other's objects. */
  readonly #alike = new OneAtATime();

  constructor(
    private readonly api: ResourceApi<Stored, Body, Patch, Created>,
    private readonly collection: CreatingCollection<Stored, Body>,
    private readonly newObjects: NewObjects,
    private readonly journal: CreateJournal | undefined,
  ) {}

  async create(planned: PlannedCreate<Stored, Body>): Promise<CreateResult<Stored, Created>> {
    const content = this.#contentOf(planned);
    const leave = await this.#alike.enter(content, planned.options.signal);
    try {
      const result =
        (await this.#ofEarlierRun(planned, content)) ??
        (await this.#adoptEqual(planned)) ??
        (await this.#createNew(planned, content));
      this.#claimed.add(result.record.id);
      return result;
    } finally {
      leave();
    }
  }

  /** Returns the text of a create in the journal. Omits the fields that no response contains. */
  #contentOf({ server, request, body }: PlannedCreate<Stored, Body>): string {
    const { content, unseen, createBody } = this.api;
    const distinguishing = content?.(body) ?? without(createBody(body), "id", ...unseen);
    return JSON.stringify([server.sender.origin, request.segments, distinguishing]);
  }

  async #createNew(planned: PlannedCreate<Stored, Body>, content: string): Promise<CreateResult<Stored, Created>> {
    const { server, request } = planned;
    const before = server.sender.time.last();
    const serverTime = before.time + server.sender.clock.now() - before.at;
    const begun = this.journal?.begin(content, nameIn(request.body), serverTime);
    const operation = server.begin({ request, decode: (response) => this.#decode(response, request), once: true });
    try {
      for (;;) {
        const tried = await operation.attempt();
        const found =
          "result" in tried ? tried.result : await this.#recover(planned, tried, before, operation.graceSignal);
        if (typeof found === "object") {
          if (begun) {
            this.journal?.ended(begun, found.record.id);
          }
          return found;
        }
        if (found === "undone") {
          operation.undone();
        }
      }
    } catch (thrown) {
      const error = await server.errorOf(thrown, operation, request);
      if (begun && !mayHaveCreated(error)) {
        this.journal?.drop(begun);
      }
      throw error;
    } finally {
      operation.end();
    }
  }

  #decode({ value }: ApiResponse, request: ApiRequest): CreateResult<Stored, Created> {
    const parts = this.api.created(value);
    const record = decodeRecord(this.api, parts.record, request);
    this.newObjects.created(record.id);
    if (parts.wrong !== undefined) {
      throw unexpectedValue(request, parts.wrong);
    }
    return { record, created: parts.response(record) };
  }

  /** Returns the object that an interrupted run of this working directory created and that no state contains. */
  async #ofEarlierRun(
    planned: PlannedCreate<Stored, Body>,
    content: string,
  ): Promise<CreateResult<Stored, Created> | undefined> {
    const { journal } = this;
    const begun = journal?.unfinished(content) ?? [];
    if (journal === undefined || begun.length === 0) {
      return undefined;
    }
    const { body, options, request, server } = planned;
    const listing = await this.collection.list(options);
    const equals = this.api.matchesUnnamed ?? this.api.matches;
    for (const create of begun) {
      const candidates = this.#unclaimed(listing).filter((record) => equals(record, body));
      const search = { journal, listedAt: listing.serverTime, now: server.sender.clock.now() };
      const record = resultOfEarlierRun(create, candidates, request.body, search);
      if (record === "unclear") {
        const [change, began] = [String(request.change), new Date(create.startedAt)];
        throw new OutcomeUnknownError(change, began, unclearTimes(candidates), JOURNAL_FIX, undefined);
      }
      const result = record && (await this.#reuse(planned, record, create, journal));
      if (result !== undefined) {
        return result;
      }
      if (record === undefined && provesAbsence(listing)) {
        journal.drop(create);
      }
    }
    return undefined;
  }

  /** Returns an object of an interrupted run as the result. Deletes it and returns undefined if it cannot be used. */
  async #reuse(
    planned: PlannedCreate<Stored, Body>,
    record: Stored,
    create: JournaledCreate,
    journal: CreateJournal,
  ): Promise<CreateResult<Stored, Created> | undefined> {
    const { body, options, request } = planned;
    this.#claimed.add(record.id);
    // An object that still has a one-time name cannot be completed: the values that the earlier run sent with it are
    // unknown.
    const created = oneTimeNameIn(request.body) === undefined ? this.api.recovered(record, body) : undefined;
    if (created !== undefined) {
      journal.ended(create, record.id);
      const isIncomplete = this.api.unseen.some((field) => body[field] !== undefined);
      const complete = isIncomplete ? await this.collection.complete(record.id, body, options) : record;
      return { record: complete, created };
    }
    // If the deletion fails, the create continues: the new object is independent of this one.
    const failure = await this.#discard(planned, record, options);
    if (failure === undefined) {
      journal.drop(create);
    }
    return undefined;
  }

  /** Returns the only stored object that equals the body, for use instead of a new object. */
  async #adoptEqual(planned: PlannedCreate<Stored, Body>): Promise<CreateResult<Stored, Created> | undefined> {
    const { body, options } = planned;
    const listed = options.adopts ? this.#unclaimed(await this.collection.list(options)) : [];
    const [record, ...others] = listed.filter((each) => this.api.matches(each, body));
    const created = record && others.length === 0 ? this.api.recovered(record, body) : undefined;
    if (record === undefined || created === undefined) {
      return undefined;
    }
    options.onAdopted?.();
    return { record, created };
  }

  /**
   * Returns the result of the create if exactly one new object matches. Otherwise returns "undone" if unusable objects
   * were deleted, or "nothing".
   * @param before time of the server before the first try
   */
  async #recover(
    planned: PlannedCreate<Stored, Body>,
    lost: LostTry,
    before: ShownTime,
    afterStop: AbortSignal,
  ): Promise<CreateResult<Stored, Created> | "undone" | "nothing"> {
    const matching = await this.#search(planned, lost, before, afterStop);
    let result: CreateResult<Stored, Created> | undefined;
    for (const record of matching) {
      const created = result ? undefined : this.api.recovered(record, planned.body);
      if (created !== undefined) {
        result = { record, created };
        continue;
      }
      const failure = await this.#discard(planned, record, { afterStop });
      if (failure) {
        throw lost.unknown(
          `It exists with the id ${record.id}, but its secret was in the lost response, and deleting it failed: ${failure.message}`,
        );
      }
      this.#claimed.add(record.id);
    }
    return result ?? (matching.length > 0 ? "undone" : "nothing");
  }

  /** Deletes an object that cannot be the result. Returns the error of a failed deletion. */
  async #discard(
    { options }: PlannedCreate<Stored, Body>,
    record: Stored,
    signals: RequestSignals,
  ): Promise<ClientError | undefined> {
    try {
      await this.collection.discard(record.id, signals);
      options.onDiscard?.(record);
      return undefined;
    } catch (error) {
      return clientErrorOf(error);
    }
  }

  /** Returns the created objects: those with the one-time name, otherwise the one new object with the content. */
  async #search(
    { request, body }: PlannedCreate<Stored, Body>,
    lost: LostTry,
    before: ShownTime,
    afterStop: AbortSignal,
  ): Promise<readonly Stored[]> {
    const { plural, matches } = this.api;
    const listing = await this.collection.list({ afterStop }).catch((error: unknown) => {
      throw lost.unknown(`The list of ${plural} could not be read: ${clientErrorOf(error).message}`);
    });
    const unclaimed = this.#unclaimed(listing);
    const own = oneTimeNameIn(request.body);
    const alike = unclaimed.filter((each) => (own === undefined ? matches(each, body) : each.name === own));
    const matching = own === undefined ? createdSince(alike, before, lost.at, listing.serverTime) : alike;
    if (matching === undefined) {
      throw lost.unknown(unclearTimes(alike));
    }
    if (own === undefined && matching.length > 1) {
      throw new AmbiguousCreateError(plural, idsOf(matching), lost.error);
    }
    if (matching.length === 0 && !provesAbsence(listing)) {
      throw lost.unknown(`The server returned an incomplete list of the ${plural}, without this object.`);
    }
    return matching;
  }

  #unclaimed({ records }: Listing<Stored>): readonly Stored[] {
    return [...records.values()].filter(({ id }) => !this.#claimed.has(id));
  }
}

const JOURNAL_FIX =
  "import the object of the earlier run, or delete it. If it is not one of these, delete the folder clickstack/creates in Terraform's data folder (.terraform). Then apply again.";

function unclearTimes(alike: readonly ApiRecord[]): string {
  return `The clock of the server changed, so the creation time does not show which run created an equal object (${idsOf(alike).join(", ")}).`;
}

const idsOf = (records: readonly ApiRecord[]) => records.map(({ id }) => id);

function mayHaveCreated(error: unknown): boolean {
  const unclear = [OutcomeUnknownError, AmbiguousCreateError, UnexpectedResponseError];
  return mayHaveActed(error) || unclear.some((kind) => error instanceof kind);
}
