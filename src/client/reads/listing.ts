import { visiblePath } from "../../visible";
import { ApiError, IncompleteListError } from "../http/errors";
import { type ApiRequest, type ApiResponse, unexpectedValue } from "../http/request";
import { type ApiRecord, isJsonObject } from "../json";
import type { ApiServer } from "../retry/api-server";
import { decodeListed, type RecordForm } from "./resource-api";

/** All objects of one resource type that the server returned. */
export interface Listing<Stored> {
  /** By id, in the spelling of `IdForm.canonical`. */
  readonly records: ReadonlyMap<string, Stored>;
  /** True if the server announced more objects than it returned, so a missing id may exist. */
  readonly hidesSome: boolean;
  readonly unreadable: readonly UnreadableObject[];
  /** True if the list has several pages, between which objects may have shifted. */
  readonly torn: boolean;
  /** `Date` of the last response, and its arrival time on the client's clock. */
  readonly serverTime: { readonly date: string | undefined; readonly at: number };
}

interface UnreadableObject {
  /** Its id, in the spelling of `IdForm.canonical`. Undefined if it has none. */
  readonly id: string | undefined;
  /** Its name and defect. */
  readonly words: string;
}

/** Returns true if the list contains all objects, and all of them can be read. */
export function provesAbsence<Stored>({ hidesSome, unreadable }: Listing<Stored>): boolean {
  return !hidesSome && unreadable.length === 0;
}

/** Returns the error for an object that may exist although a list lacks it. Undefined if the list proves its absence. */
export function errorOfMissing<Stored>(
  plural: string,
  id: string,
  { hidesSome, unreadable }: Listing<Stored>,
): IncompleteListError | undefined {
  const maybe = unreadable.filter((each) => each.id === undefined || each.id === id);
  return hidesSome || maybe.length > 0
    ? new IncompleteListError(
        plural,
        id,
        maybe.map(({ words }) => words),
      )
    : undefined;
}

/** The objects that a list contains, for callers that can use an incomplete list. */
export interface ShownObjects<Stored> {
  readonly records: readonly Stored[];
  /** Set if other objects exist that the list does not contain. */
  readonly incomplete: IncompleteListError | undefined;
}

export function shownObjects<Stored>(
  plural: string,
  records: ReadonlyMap<string, Stored>,
  listing: Listing<Stored>,
): ShownObjects<Stored> {
  const words = listing.unreadable.map((each) => each.words);
  return {
    records: [...records.values()],
    incomplete: provesAbsence(listing) ? undefined : new IncompleteListError(plural, undefined, words),
  };
}

/** Returns all objects. Throws an `IncompleteListError` if the list does not contain all of them. */
export function allObjects<Stored>({ records, incomplete }: ShownObjects<Stored>): readonly Stored[] {
  if (incomplete) {
    throw incomplete;
  }
  return records;
}

/** Maximum page size (docs/internals/api-behavior.md 3.6). */
const PAGE = 1000;
/** Statuses of servers and gateways for unsupported parameters (docs/internals/api-behavior.md 2.2). */
const REFUSING_STATUSES: readonly number[] = [400, 403, 404, 405, 422];
/** Maximum number of pages: no team has a hundred thousand alerts. */
const MAX_PAGES = 100;

/**
 * Reads all pages of a list. If the server announces a total, pages are read until all objects have arrived, otherwise
 * until a page contains nothing new (docs/internals/api-behavior.md 2.2, 3.6). A page without new objects always ends
 * the list.
 * @param paged true if the first request has `limit` and `offset`; other lists use them only if the total requires it
 */
export async function listAll<Stored extends ApiRecord>(
  server: ApiServer,
  request: ApiRequest,
  form: RecordForm<Stored>,
  paged: boolean,
): Promise<Listing<Stored>> {
  const records = new Map<string, Stored>();
  const unreadable: UnreadableObject[] = [];
  const pageAt = (offset: number) =>
    pageOf(server, paged || offset > 0 ? { ...request, query: { limit: PAGE, offset } } : request, form);
  let pages = 0;
  let offset = 0;
  let page = await pageAt(0);
  for (;;) {
    const { items, response } = page;
    const known = records.size;
    for (const [record, item] of items) {
      if (typeof record === "string") {
        unreadable.push(unreadableObject(form, item, record));
      } else {
        records.set(record.id, record);
      }
    }
    const hasNew = records.size > known;
    pages += hasNew ? 1 : 0;
    // The server's page size is not used: a gateway may return fewer objects.
    offset += items.length;
    const total = totalOf(response);
    const continues = hasNew && (total === undefined ? paged : offset < total);
    if (continues && pages >= MAX_PAGES) {
      throw unexpectedValue(request, "a list with too many pages");
    }
    const next: Page<Stored> | undefined = continues ? await pageAt(offset).catch(refusedParameters(paged)) : undefined;
    if (next === undefined) {
      return {
        records,
        unreadable,
        hidesSome: hidesSome(response, records.size + unreadable.length),
        torn: pages > 1,
        serverTime: { date: response.headers.date, at: response.headersAt },
      };
    }
    page = next;
  }
}

/** Maximum length of the name of an unreadable object in a message. */
const MAX_NAME_LENGTH = 200;

function unreadableObject(
  { idForm, recordOf }: Pick<RecordForm<ApiRecord>, "idForm" | "recordOf">,
  item: unknown,
  wrong: string,
): UnreadableObject {
  const { id, name } = isJsonObject(item) ? (recordOf?.(item) ?? item) : {};
  const known = typeof id === "string" && idForm.fits(id) ? idForm.canonical(id) : undefined;
  const named = typeof name === "string" ? `${JSON.stringify(name.slice(0, MAX_NAME_LENGTH))} ` : "";
  return { id: known, words: `${visiblePath(named)}${known === undefined ? "" : `(${known}) `}is ${wrong}` };
}

/** Returns undefined if a list refuses undocumented `limit` and `offset`. Throws other errors. */
function refusedParameters(paged: boolean): (error: unknown) => undefined {
  return (error) => {
    if (paged || !(error instanceof ApiError) || !REFUSING_STATUSES.includes(error.status)) {
      throw error;
    }
  };
}

interface Page<Stored> {
  readonly response: ApiResponse;
  /** Each object with its value in the response. An object that cannot be read is replaced by a description. */
  readonly items: readonly (readonly [record: Stored | string, item: unknown])[];
}

function pageOf<Stored extends ApiRecord>(
  server: ApiServer,
  request: ApiRequest,
  form: RecordForm<Stored>,
): Promise<Page<Stored>> {
  return server.perform({
    request,
    decode: (response) => {
      const { value } = response;
      const items = form.listOf && isJsonObject(value) ? form.listOf(value) : value;
      if (!Array.isArray(items)) {
        throw unexpectedValue(request, "no list");
      }
      return { response, items: items.map((item) => [decodeListed(form, item), item] as const) };
    },
  });
}

/** Returns the largest number of objects that the server announces; undefined if it announces none. */
function totalOf({ envelope, headers }: ApiResponse): number | undefined {
  const { meta, totalCount } = envelope;
  const announced = [isJsonObject(meta) ? meta.total : undefined, totalCount, headers["x-total-count"]];
  const totals = announced.map(countIn).filter((count) => count !== undefined);
  return totals.length === 0 ? undefined : Math.max(...totals);
}

function countIn(value: unknown): number | undefined {
  if (typeof value === "number") {
    return value;
  }
  return typeof value === "string" && /^\d{1,15}$/.test(value.trim()) ? Number(value) : undefined;
}

/** @param shown number of different objects that the server has returned */
function hidesSome(response: ApiResponse, shown: number): boolean {
  const { meta } = response.envelope;
  const skipsSome = isJsonObject(meta) && typeof meta.skipped === "number" && meta.skipped > 0;
  return skipsSome || (totalOf(response) ?? 0) > shown;
}
