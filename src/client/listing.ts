import { UnexpectedResponseError } from "./errors";
import type { ApiRequest, ApiResponse, ApiServer } from "./http-client";
import { type ApiRecord, isJsonObject, type JsonObject } from "./json";
import type { ResourceApi } from "./resource-api";

/** What has to be known of a resource type to take a value for one of its records. */
type RecordForm<Stored extends ApiRecord> = Pick<
  ResourceApi<Stored, never, never, unknown>,
  "idForm" | "readable" | "wrongInside"
>;

/**
 * Takes a value for a record when it has an id of the documented form. The servers promise no other field
 * (docs/internals/api-behavior.md 1.2). Ids go into state, into paths and into generated code, so nothing else passes for one.
 * @param id the object that was asked for, where it was a single one
 */
export function decodeRecord<Stored extends ApiRecord>(
  { idForm, readable, wrongInside }: RecordForm<Stored>,
  value: unknown,
  request: ApiRequest,
  id?: string,
): Stored {
  if (!isJsonObject(value) || typeof value.id !== "string" || value.id === "") {
    throw unexpectedValue(request, "something without an id where an object is due");
  }
  if (!idForm.fits(value.id)) throw unexpectedValue(request, `an object whose id is not ${idForm.words}`);
  if (id !== undefined && value.id.toLowerCase() !== id.toLowerCase()) {
    throw unexpectedValue(request, `another object, ${value.id}`);
  }
  const record = readable?.(value as Stored) ?? (value as Stored);
  const wrong = wrongInside?.(record);
  if (wrong !== undefined) throw unexpectedValue(request, `an object with ${wrong}`);
  return record;
}

/** For good JSON that is not what the operation returns. Its content is not shown: it may hold secrets. */
export function unexpectedValue(request: ApiRequest, what: string): UnexpectedResponseError {
  return new UnexpectedResponseError({
    status: 200,
    method: request.method,
    path: `/${request.segments.join("/")}`,
    what,
    mayPass: true,
  });
}

/** Everything of one resource type, and whether an id that is missing from it is gone. */
export interface Listing<Stored> {
  readonly records: ReadonlyMap<string, Stored>;
  /** The server admits to hold objects that it does not show. */
  readonly hidesSome: boolean;
  /** Read in several pages, between which objects may have shifted. */
  readonly torn: boolean;
  /** `Date` of the last response, and when it arrived on the client's clock. */
  readonly serverTime: { readonly date: string | undefined; readonly at: number };
}

/** The largest page (docs/internals/api-behavior.md 3.6). */
const PAGE = 1000;
/** No team has a hundred thousand alerts. */
const MOST_PAGES = 100;

/** Reads a list that comes in one piece. */
export async function listWhole<Stored extends ApiRecord>(
  server: ApiServer,
  request: ApiRequest,
  form: RecordForm<Stored>,
): Promise<Listing<Stored>> {
  const { response, items } = await itemsOf(server, request, form);
  const records = new Map(items.map((record) => [record.id, record]));
  const { meta } = response.envelope;
  const hidesSome = isJsonObject(meta) && typeof meta.skipped === "number" && meta.skipped > 0;
  return { records, hidesSome, torn: false, serverTime: { date: response.headers.date, at: response.headersAt } };
}

/** Reads all pages. Where the server tells a total that ends it, else a page without news does (docs/internals/api-behavior.md 2.2). */
export async function listPages<Stored extends ApiRecord>(
  server: ApiServer,
  request: ApiRequest,
  form: RecordForm<Stored>,
): Promise<Listing<Stored>> {
  const records = new Map<string, Stored>();
  let offset = 0;
  let pages = 0;
  for (;;) {
    const { response, items } = await itemsOf(server, { ...request, query: { limit: PAGE, offset } }, form);
    const known = records.size;
    for (const record of items) {
      records.set(record.id, record);
    }
    const total = totalOf(response);
    offset += stepOf(response, items.length);
    pages += records.size > known ? 1 : 0;
    if (records.size === known || (total !== undefined && offset >= total)) {
      const hidesSome = total !== undefined && records.size < total;
      return {
        records,
        hidesSome,
        torn: pages > 1,
        serverTime: { date: response.headers.date, at: response.headersAt },
      };
    }
    if (pages >= MOST_PAGES) throw unexpectedValue(request, "a list without an end");
  }
}

function itemsOf<Stored extends ApiRecord>(
  server: ApiServer,
  request: ApiRequest,
  form: RecordForm<Stored>,
): Promise<{ readonly response: ApiResponse; readonly items: readonly Stored[] }> {
  return server.perform({
    request,
    decode: (response) => {
      if (!Array.isArray(response.value)) throw unexpectedValue(request, "no list where one is due");
      return { response, items: response.value.map((item) => decodeRecord(form, item, request)) };
    },
  });
}

function totalOf({ envelope, headers }: ApiResponse): number | undefined {
  const { meta } = envelope;
  const total = [isJsonObject(meta) ? meta.total : undefined, envelope.totalCount].find(
    (count) => typeof count === "number",
  );
  const header = headers["x-total-count"];
  return total ?? (header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined);
}

/** Rows that cannot be shown count in the server's offset, so its own page size is the better step. */
function stepOf({ envelope }: ApiResponse, shown: number): number {
  const meta: JsonObject = isJsonObject(envelope.meta) ? envelope.meta : {};
  return typeof meta.limit === "number" && meta.limit > 0 ? meta.limit : shown;
}
