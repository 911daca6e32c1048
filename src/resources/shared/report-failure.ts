import { ApiError, ClientError, ConnectionError } from "../../client/http/errors";
import { UnusableJsonError } from "../../declaration/json-text";
import { type AttributePath, type Diagnostic, DiagnosticError, pathText, problem } from "../../plugin";
import { visible } from "../../visible";

/** Returns the attribute that a place in a request body came from; undefined if there is none. */
export type Locate = (bodyPath: string) => AttributePath | undefined;

/**
 * Runs an operation and turns an API failure into diagnostics: the attempt, the server's message, the place and the
 * fix. Other errors pass; the runtime reports them.
 */
export async function reportFailure<T>(
  attempt: string,
  run: () => Promise<T>,
  locate: Locate = () => undefined,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ClientError) {
      const diagnostics = diagnosticsOf(`Could not ${attempt}`, error, locate);
      throw new DiagnosticError(diagnostics, sharedCauseOf(error), { cause: error });
    }
    throw error;
  }
}

/** Throws the errors of a check that a write repeats, because other processes can change objects after the plan. */
export function throwErrors(diagnostics: readonly Diagnostic[]): void {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    throw new DiagnosticError(errors);
  }
}

/** Returns true for the error of `reportFailure` after the server refused the content of a request. */
export function isRefusedRequest(error: unknown): error is DiagnosticError {
  return error instanceof DiagnosticError && error.cause instanceof ApiError && error.cause.kind === "invalid_request";
}

/** Returns a key for a failure that affects every request: no connection, a refused key, or an address with another path. */
function sharedCauseOf(error: ClientError): string | undefined {
  if (error instanceof ConnectionError && error.reached === "never") {
    return `${error.host} ${error.code}`;
  }
  const isShared =
    error instanceof ApiError && !error.mayBeGone && ["unauthorized", "route_missing"].includes(error.kind);
  // The first segment of the path names the API. Each API has a separate key.
  return isShared ? `${error.kind} ${error.path.split("/")[1]}` : undefined;
}

/** Returns the diagnostics of an API failure that was thrown outside of `reportFailure`; undefined for other errors. */
export function failureOf(thrown: unknown, during: string): readonly Diagnostic[] | undefined {
  if (thrown instanceof UnusableJsonError) {
    return [problem(`The ${during} failed`, thrown.message)];
  }
  return thrown instanceof ClientError ? diagnosticsOf(`The ${during} failed`, thrown, () => undefined) : undefined;
}

function diagnosticsOf(summary: string, error: ClientError, locate: Locate): readonly Diagnostic[] {
  const placed = error instanceof ApiError ? error.findings.filter((finding) => finding.path !== "") : [];
  if (placed.length === 0) {
    return [problem(summary, error.message + unreachedFix(error))];
  }
  return placed.map((finding) => {
    const path = finding.part === "body" ? locate(finding.path) : undefined;
    return problem(summary, `The server refused ${path ? pathText(path) : finding.path}: ${finding.message}`, path);
  });
}

/** Returns the fix for a server that was never reached: it is down, or it has another address. */
function unreachedFix(error: ClientError): string {
  if (!(error instanceof ConnectionError) || error.reached !== "never" || error.lasting) {
    return "";
  }
  return "\nFix: Check that the server runs. Set endpoint (CLICKSTACK_ENDPOINT) to its address, or cloud_endpoint (CLICKHOUSE_CLOUD_ENDPOINT) to the address of ClickHouse Cloud.";
}

/**
 * Returns a name in quotes for a message: on one line, with all characters visible. Other clients choose names, and a
 * server accepts any text (docs/internals/api-behavior.md 1.2).
 */
export function quoted(name: string | undefined): string {
  return visible(JSON.stringify(name ?? ""));
}

/** Returns a noun with its indefinite article: "an alert". */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}
