import { isLoopback } from "./loopback";

/** What is wrong with an address. `{name}` stands for the argument it was given as. */
export interface AddressComplaint {
  readonly summary: string;
  readonly detail: string;
}

export interface BaseAddress {
  /** Without trailing slash and without the API's own path, which the client adds itself. As given when it cannot be read. */
  readonly address: string;
  readonly complaints: readonly AddressComplaint[];
}

/** Reads the base address of an API. No complaint repeats the address as a whole: it may hold credentials. */
export function readBaseAddress(text: string, ownPath: RegExp, allowInsecureHttp: boolean): BaseAddress {
  if (!/^https?:\/\//i.test(text)) {
    const example = /^[\w.-]+(:\d+)?(\/|$)/.test(text) ? ` Did you mean ${withScheme(text)}?` : "";
    const detail = `{name} must begin with http:// or https://.${example}`;
    return { address: text, complaints: [{ summary: "Not an http address", detail }] };
  }
  if (!URL.canParse(text)) {
    return {
      address: text,
      complaints: [{ summary: "Not a valid address", detail: "{name} cannot be read as a URL." }],
    };
  }
  const url = new URL(text);
  const address = `${url.origin}${url.pathname.replace(/\/+$/, "").replace(ownPath, "")}`;
  return { address, complaints: complaintsAbout(url, allowInsecureHttp) };
}

function complaintsAbout(url: URL, allowInsecureHttp: boolean): readonly AddressComplaint[] {
  const complaints: AddressComplaint[] = [];
  if (url.username !== "" || url.password !== "") {
    complaints.push({
      summary: "Credentials in an address",
      detail: "Take user and password out of {name}; keys have arguments of their own.",
    });
  }
  if (url.search !== "" || url.hash !== "") {
    complaints.push({ summary: "Not a base address", detail: "{name} must end with its path, without ? or #." });
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname) && !allowInsecureHttp) {
    complaints.push({
      summary: "Credentials over plain http",
      detail:
        `${url.host} is not this machine, so keys would cross the network readable by anybody. ` +
        "Use https, or set allow_insecure_http where the network is trusted.",
    });
  }
  return complaints;
}

function withScheme(text: string): string {
  const host = text.split(/[:/]/)[0] ?? "";
  return `${isLoopback(host) ? "http" : "https"}://${text}`;
}
