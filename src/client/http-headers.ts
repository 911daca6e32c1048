import { isJsonObject, jsonIn } from "./json";

/** Headers that the user sets, by name. */
export type HttpHeaders = Readonly<Record<string, string>>;

const MAX_HEADERS = 50;
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}$/;
/** Values of visible ASCII characters, with blanks inside. */
const VALUE = /^[!-~](?:[ \t!-~]*[!-~])?$/;

/** Headers that the client sets itself, and headers of the connection. */
const SET_BY_PROVIDER =
  /^(accept-encoding|connection|content-(encoding|length|type)|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|user-agent)$/;

const OWN_ARGUMENTS: Readonly<Record<string, string>> = {
  authorization:
    "It contains the access key. Set api_key instead, and let the proxy read its credential from another header.",
  "x-hdx-team": "Set team instead.",
};

/** Parses the environment variable, a JSON object of texts. Returns undefined for other texts. */
export function parseHttpHeaders(text: string): HttpHeaders | undefined {
  const value = jsonIn(text);
  return isJsonObject(value) ? (value as HttpHeaders) : undefined;
}

/** Describes the problems of headers, in sentences without any value. */
export function complaintsAboutHeaders(headers: Readonly<Record<string, unknown>>): readonly string[] {
  const names = Object.keys(headers);
  const tooMany =
    names.length > MAX_HEADERS ? [`At most ${MAX_HEADERS} headers are allowed; there are ${names.length}.`] : [];
  const repeated = names.filter((name, at) => names.findIndex((each) => same(each, name)) < at);
  return [
    ...tooMany,
    ...repeated.map((name) => `The header ${JSON.stringify(name)} is set twice: names are case-insensitive.`),
    ...names.flatMap((name) => complaintAbout(name, headers[name]) ?? []),
  ];
}

function complaintAbout(name: string, value: unknown): string | undefined {
  // An invalid name is not quoted: it may be a value in the wrong place.
  if (!NAME.test(name)) {
    return "A header's name consists of letters, digits and !#$%&'*+-.^_`|~, without blanks.";
  }
  const known = name.toLowerCase();
  const reserved = SET_BY_PROVIDER.test(known) ? "The provider sets it." : OWN_ARGUMENTS[known];
  if (reserved !== undefined) {
    return `The header ${JSON.stringify(name)} cannot be set here. ${reserved}`;
  }
  if (typeof value === "string" && VALUE.test(value)) {
    return undefined;
  }
  return `The header ${JSON.stringify(name)} needs a value of visible ASCII characters, without line ends.`;
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Returns the texts of headers that no message may contain: the values, and the parts after a word such as `Bearer`.
 */
export function secretsOfHeaders(headers: HttpHeaders = {}): readonly string[] {
  return Object.values(headers).flatMap((value) => [value, ...value.split(/[\s;,=]+/)]);
}
