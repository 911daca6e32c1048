import { readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";

/** Certificate authorities beyond the default ones. */
export interface ExtraCertificates {
  /** Everything to trust, or `undefined` when the defaults are enough. */
  readonly ca: readonly string[] | undefined;
  /** Said next to a refused certificate. */
  readonly hint: string;
}

/**
 * What NODE_EXTRA_CA_CERTS asks for. Read here and not left to the runtime, because a compiled executable does not act on it.
 * A file that cannot be read leaves the defaults, as in Node.
 */
export function extraCertificates(environment: Readonly<Record<string, string | undefined>>): ExtraCertificates {
  const { NODE_EXTRA_CA_CERTS: file, NODE_TLS_REJECT_UNAUTHORIZED: off } = environment;
  const { ca, hint } = authoritiesIn(file);
  return { ca, hint: off === "0" ? `NODE_TLS_REJECT_UNAUTHORIZED is not followed: a key is at stake. ${hint}` : hint };
}

function authoritiesIn(file: string | undefined): ExtraCertificates {
  if (file === undefined || file === "") {
    return {
      ca: undefined,
      hint: "Set NODE_EXTRA_CA_CERTS to the file of the certificate authority if the server uses a private one.",
    };
  }
  try {
    return {
      ca: [...rootCertificates, readFileSync(file, "utf8")],
      hint: `The authorities in ${file} (NODE_EXTRA_CA_CERTS) do not vouch for it.`,
    };
  } catch (error) {
    const reason = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "unreadable";
    return { ca: undefined, hint: `NODE_EXTRA_CA_CERTS names ${file}, which could not be read (${reason}).` };
  }
}
