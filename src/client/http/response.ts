import { withCanonicalTexts } from "../../canonical-text";
import { isJsonObject, type JsonObject, jsonIn } from "../json";
import { UnexpectedResponseError } from "./errors";
import type { RawResponse } from "./http-exchange";
import { addressHint, readRefusal } from "./refusal";
import type { ApiResponse, ResponseContext } from "./request";
import { isPage, unsupportedEncoding } from "./response-text";

/** Reads a response. Throws an `ApiError` for a refusal and an `UnexpectedResponseError` if it is not from this API. */
export function readResponse(response: RawResponse, context: ResponseContext): ApiResponse {
  if (response.status >= 400) {
    throw readRefusal(response, context);
  }
  if (response.status >= 300) {
    throw unexpected(response, context, `a redirect to ${placeOf(response.headers.location)}, which is not followed`);
  }
  const { text, headers, headersAt } = response;
  const encoding = unsupportedEncoding(headers);
  if (encoding !== undefined) {
    throw unexpected(response, context, `a body encoded as ${encoding}, which the client did not request`);
  }
  if (context.form === "none" && text.trim() === "") {
    return { value: undefined, envelope: {}, headers, headersAt };
  }
  if (response.isUtf8 === false) {
    throw unexpected(response, context, "a body that is not valid UTF-8");
  }
  const body = jsonIn(text);
  if (body === undefined) {
    throw unexpected(response, context, unreadableBody(response));
  }
  if (!isJsonObject(body)) {
    throw unexpected(response, context, "JSON that is not an object");
  }
  const defect = defectOf(body);
  if (defect !== undefined) {
    throw unexpected(response, context, defect);
  }
  const envelope = HAS_FORMS.test(text) ? (withCanonicalTexts(body) as JsonObject) : body;
  return { value: enclosedValue(envelope, response, context), envelope, headers, headersAt };
}

/** Matches JSON that can contain texts with several forms. Most responses have none. */
const HAS_FORMS = /[\u0300-\uffff]|\\u/;

function enclosedValue(body: Record<string, unknown>, response: RawResponse, context: ResponseContext): unknown {
  const { form, deployment } = context;
  if (form === "none") {
    // A delete returns `{}` on open source, an envelope without a result on managed (docs/internals/api-behavior.md 0).
    if (Object.keys(body).every((name) => name === "status" || name === "requestId")) {
      return undefined;
    }
    throw unexpected(response, context, "JSON that is not a response to a delete");
  }
  if (form === "bare_on_open_source" && deployment === "open_source") {
    return body;
  }
  const field = deployment === "managed" ? "result" : "data";
  const value = body[field];
  if (value === undefined || value === null) {
    const what = value === null ? "an empty" : "no";
    throw unexpected(response, context, `${what} "${field}" instead of an object`);
  }
  return value;
}

/** Describes a body that is not JSON by its kind, content type and size. Its text is never quoted. */
function unreadableBody({ headers, text }: RawResponse): string {
  const type = headers["content-type"]?.split(";")[0]?.trim() ?? "";
  const kind = isPage(type, text)
    ? "a page instead of JSON"
    : text === ""
      ? "an empty body"
      : "a body that is not valid JSON";
  const named = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) ? type : "no content type";
  return `${kind} (${named}, ${Buffer.byteLength(text)} bytes)`;
}

/** Returns the error for a response that breaks the API's contract. */
function unexpected(response: RawResponse, context: ResponseContext, what: string): UnexpectedResponseError {
  const isJson = jsonIn(response.text) !== undefined;
  return new UnexpectedResponseError({
    status: response.status,
    method: context.method,
    path: context.path,
    what,
    mayPass: response.status < 300 && !isPage(undefined, response.text),
    ...(isJson ? {} : { hint: addressHint(context) }),
  });
}

function placeOf(location: string | undefined): string {
  if (location === undefined) {
    return "nowhere";
  }
  const base = "http://relative.invalid";
  if (!URL.canParse(location, base)) {
    return "an invalid address";
  }
  const url = new URL(location, base);
  return url.origin === base ? url.pathname : `${url.origin}${url.pathname}`;
}

/** Maximum nesting. Objects of the API have about ten levels. Code that walks through a value is recursive. */
const MAX_LEVELS = 128;

/**
 * Describes why a parsed value is unsafe: a number beyond the range of a double, which `JSON.parse` turns into
 * infinity, or too many levels. Returns undefined for all other values.
 */
function defectOf(json: unknown, levels = MAX_LEVELS): string | undefined {
  if (levels === 0) {
    return `JSON of more than ${MAX_LEVELS} nested levels`;
  }
  if (typeof json === "number") {
    return Number.isFinite(json) ? undefined : "a number that is too large";
  }
  if (typeof json !== "object" || json === null) {
    return undefined;
  }
  for (const each of Object.values(json)) {
    const defect = defectOf(each, levels - 1);
    if (defect !== undefined) {
      return defect;
    }
  }
  return undefined;
}
