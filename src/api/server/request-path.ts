import type { ApiRequest } from "./api-request";

/** Path and query of a request below the base address. Throws a `RangeError` for an id that would name another path. */
export function requestPath(prefix: string, request: Pick<ApiRequest, "segments" | "query">): string {
  const path = `${prefix}/${request.segments.map(encodeSegment).join("/")}`;
  const query = Object.entries(request.query ?? {}).map(([name, value]) => `${name}=${value}`);
  return query.length === 0 ? path : `${path}?${query.join("&")}`;
}

function encodeSegment(segment: string): string {
  if (segment === "" || segment === "." || segment === "..") {
    throw new RangeError(`"${segment}" is not an id`);
  }
  return encodeURIComponent(segment);
}
