import { connect } from "node:net";
import { noProxy, proxyFor } from "../../client/connections";

/** What a check found. */
export interface Verdict {
  readonly passed: boolean;
  /** Whole sentences, one per finding, without any secret. */
  readonly findings: readonly string[];
}

export function passed(...findings: readonly string[]): Verdict {
  return { passed: true, findings };
}

export function failed(...findings: readonly string[]): Verdict {
  return { passed: false, findings };
}

const LONGEST_MS = 10_000;

/** Whether something listens at the address of a webhook. */
type Reached =
  | { readonly reached: true }
  | { readonly reached: false; readonly reason: string }
  /** Behind a proxy nobody can tell from here. */
  | { readonly reached: undefined };

/**
 * Opens a connection to the host of a URL and closes it again. Sends nothing: a request would be a notification.
 * @param url may authorize its caller; only its host and port appear in `reason`.
 */
export function reach(url: URL, environment: NodeJS.ProcessEnv = process.env): Promise<Reached> {
  if (proxyFor(url, environment) !== undefined && noProxy(environment) === "") {
    return Promise.resolve({ reached: undefined });
  }
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: LONGEST_MS });
    const end = (result: Reached) => {
      socket.destroy();
      resolve(result);
    };
    socket.once("connect", () => end({ reached: true }));
    socket.once("timeout", () => end({ reached: false, reason: `${host}:${port} does not respond` }));
    socket.once("error", (error: NodeJS.ErrnoException) =>
      end({ reached: false, reason: `${host}:${port} cannot be reached (${error.code ?? error.name})` }),
    );
  });
}
