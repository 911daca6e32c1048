import { ApiError } from "../http/errors";
import { type ApiRequest, type ApiResponse, unexpectedValue } from "../http/request";
import { type ApiRecord, isJsonObject } from "../json";
import type { ApiServer } from "../retry/api-server";
import { decodeRecord, type RecordForm } from "./record-form";

/** All objects of one resource type that the server shows. */
export interface Listing<Stored> {
  /** By id, in the spelling that `IdForm.canonical` returns. */
  readonly records: ReadonlyMap<string, Stored>;
  /** The server announced more objects than it returned, so an id that is missing here may exist. */
  readonly hidesSome: boolean;
  /** Read in several pages, between which objects may have shifted. */
  readonly torn: boolean;
  /** `Date` of the last response, and when it arrived on the client's clock. */
  readonly serverTime: { readonly date: string | undefined; readonly at: number };
}

/** The largest page (docs/internals/api-behavior.md 3.6). */
const PAGE = 1000;
/** Statuses with which a server or a gateway refuses parameters that it does not know (docs/internals/api-behavior.md 2.2). */
const REFUSING_STATUSES: readonly number[] = [400, 403, 404, 405, 422];
/** No team has a hundred thousand alerts. */
const MAX_PAGES = 100;

/**
 * Reads all pages of a list. Where the server announces a total, pages are read until all objects have come; otherwise
 * until a page contains nothing new (docs/internals/api-behavior.md 2.2, 3.6). A page without anything new ends the
 * list in any case.
 * @param paged whether the first request already has `limit` and `offset`. Other lists are continued with them only
 * where the total demands it.
 */
export async function listAll<Stored extends ApiRecord>(
  server: ApiServer,
  request: ApiRequest,
  form: RecordForm<Stored>,
  paged: boolean,
): Promise<Listing<Stored>> {
  const records = new Map<string, Stored>();
  let pages = 0;
  let offset = 0;
  let page = await pageOf(server, paged ? { ...request, query: { limit: PAGE, offset } } : request, form);
  for (;;) {
    const known = records.size;
    for (const record of page.items) {
      records.set(record.id, record);
    }
    if (records.size > known) {
      pages += 1;
    }
    // Not the page size that the server reports: a gateway may return fewer objects than that.
    offset += page.items.length;
    const continues = records.size > known && isContinued(page.response, offset, paged);
    if (continues && pages >= MAX_PAGES) {
      throw unexpectedValue(request, "a list without an end");
    }
    const next = continues ? await nextPageOf(server, request, form, { offset, paged }) : undefined;
    if (next === undefined) {
      return { records, hidesSome: hidesSome(page.response, records.size), ...endOf(page, pages) };
    }
    page = next;
  }
}

function isContinued(response: ApiResponse, offset: number, paged: boolean): boolean {
  const total = totalOf(response);
  return total === undefined ? paged : offset < total;
}

function endOf({ response }: Page<ApiRecord>, pages: number): Pick<Listing<ApiRecord>, "torn" | "serverTime"> {
  return { torn: pages > 1, serverTime: { date: response.headers.date, at: response.headersAt } };
}

/**
 * Returns the page at an offset; undefined where the server refuses the parameters that a list of this type is not
 * documented to have.
 */
async function nextPageOf<Stored extends ApiRecord>(
  server: ApiServer,
  request: ApiRequest,
  form: RecordForm<Stored>,
  { offset, paged }: { readonly offset: number; readonly paged: boolean },
): Promise<Page<Stored> | undefined> {
  try {
    return await pageOf(server, { ...request, query: { limit: PAGE, offset } }, form);
  } catch (error) {
    if (!paged && error instanceof ApiError && REFUSING_STATUSES.includes(error.status)) {
      return undefined;
    }
    throw error;
  }
}

interface Page<Stored> {
  readonly response: ApiResponse;
  readonly items: readonly Stored[];
}

function pageOf<Stored extends ApiRecord>(
  server: ApiServer,
  request: ApiRequest,
  form: RecordForm<Stored>,
): Promise<Page<Stored>> {
  return server.perform({
    request,
    decode: (response) => {
      if (!Array.isArray(response.value)) {
        throw unexpectedValue(request, "no list where one is due");
      }
      return { response, items: response.value.map((item) => decodeRecord(form, item, request)) };
    },
  });
}

/** Returns the largest number of objects that the server announces anywhere; undefined where it announces none. */
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

/** @param shown how many different objects the server has returned */
function hidesSome(response: ApiResponse, shown: number): boolean {
  const { meta } = response.envelope;
  const skipsSome = isJsonObject(meta) && typeof meta.skipped === "number" && meta.skipped > 0;
  return skipsSome || (totalOf(response) ?? 0) > shown;
}
