import { randomBytes } from "node:crypto";
import { visible } from "../visible";
import type { Log } from "./host/log";
import { logThrown, messageWithoutData } from "./host/process-life";
import type { MessageInit } from "./protocol/message-types";
import { enums } from "./protocol/tables";
import type { Type } from "./schema/schema";
import { MsgpackError } from "./wire/msgpack-reader";
import { ValueError } from "./wire/value-codec";

/** Where a value is: a string is an attribute name, `{key}` a map key, a number a list index. */
export type AttributePath = readonly (string | number | { readonly key: string })[];

/** The path as a person reads it: `tiles["errors"].select[0].level`. */
export function pathText(path: AttributePath): string {
  return path.map(stepText).join("");
}

/**
 * The part of the path that Terraform can address: it ends before a step into a set, whose elements have no names, and
 * before a step that the type does not have.
 */
export function addressable(path: AttributePath, type: Type): AttributePath {
  let at: Type | undefined = type;
  for (const [depth, step] of path.entries()) {
    at = stepInto(at, step);
    if (at === undefined) {
      return path.slice(0, depth);
    }
  }
  return path;
}

function stepInto(type: Type, step: AttributePath[number]): Type | undefined {
  if (type === "dynamic") {
    return "dynamic";
  }
  if (typeof type === "string" || "set" in type) {
    return undefined;
  }
  if (typeof step === "string") {
    return "object" in type ? type.object[step] : undefined;
  }
  if (typeof step === "number") {
    return "list" in type ? type.list : "tuple" in type ? type.tuple[step] : undefined;
  }
  return "map" in type ? type.map : undefined;
}

function stepText(step: AttributePath[number], index: number): string {
  if (typeof step === "string") {
    return index === 0 ? step : `.${step}`;
  }
  return typeof step === "number" ? `[${step}]` : `[${JSON.stringify(step.key)}]`;
}

/** What Terraform shows its user. Holds no sensitive value. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** One line, without the path. */
  readonly summary: string;
  /** What is wrong and what to do about it, in whole sentences. */
  readonly detail: string;
  /** The attribute that it is about. What Terraform cannot address (an element of a set) is cut off by the runtime. */
  readonly path?: AttributePath;
}

/** Thrown by a handler at any time; its diagnostics are what the user sees. */
export class DiagnosticError extends Error {
  override readonly name = "DiagnosticError";
  readonly diagnostics: readonly Diagnostic[];

  /**
   * @param sharedCause names a cause that makes other calls fail as well, such as a server that is down. The runtime
   * reports it in full once in a run.
   */
  constructor(
    diagnostics: Diagnostic | readonly Diagnostic[],
    readonly sharedCause?: string,
  ) {
    const all = [diagnostics].flat();
    super(all.map(({ summary, detail }) => `${summary}: ${detail}`).join("\n"));
    this.diagnostics = all;
  }
}

/**
 * Thrown by `Provider.configure` in a plan, where values of the configuration are unknown: there is no session yet. New
 * resources are planned without one. Whatever needs one is deferred where the host allows that, and fails with these
 * diagnostics where it does not.
 */
export class UnknownConfigurationError extends DiagnosticError {}

export function problem(summary: string, detail: string, path?: AttributePath): Diagnostic {
  return { severity: "error", summary, detail, ...(path === undefined ? {} : { path }) };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

const { ERROR, WARNING } = enums["tfplugin6.Diagnostic.Severity"];

/**
 * The diagnostic as the host reads it, which shows its text to a terminal. With the type of what it is about, the path
 * is cut to what Terraform can address.
 */
export function diagnosticMessage(diagnostic: Diagnostic, type?: Type): MessageInit<"tfplugin6.Diagnostic"> {
  const { severity, summary, detail, path = [] } = diagnostic;
  const attribute = type === undefined ? path : addressable(path, type);
  return {
    severity: severity === "error" ? ERROR : WARNING,
    summary: visible(summary),
    detail: visible(detail),
    ...(attribute.length === 0 ? {} : { attribute: pathMessage(attribute) }),
  };
}

/** The path as the host reads it. */
export function pathMessage(path: AttributePath): MessageInit<"tfplugin6.AttributePath"> {
  return { steps: path.map(stepMessage) };
}

function stepMessage(step: AttributePath[number]): MessageInit<"tfplugin6.AttributePath.Step"> {
  if (typeof step === "string") {
    return { selector: { case: "attributeName", value: step } };
  }
  if (typeof step === "number") {
    return { selector: { case: "elementKeyInt", value: BigInt(step) } };
  }
  return { selector: { case: "elementKeyString", value: step.key } };
}

/**
 * The diagnostics of whatever a handler threw. What nobody foresaw is logged with its stack under a short reference,
 * and the diagnostic names that reference.
 */
export function diagnosticsOf(thrown: unknown, during: string, log: Log): readonly Diagnostic[] {
  if (thrown instanceof DiagnosticError) {
    return thrown.diagnostics;
  }
  const reference = randomBytes(3).toString("hex");
  const error = logThrown(log, thrown, `error ${reference} during ${during}`);
  if (error instanceof MsgpackError) {
    return [unreadable(error.message, during, reference)];
  }
  if (error instanceof ValueError) {
    const where = error.path.length === 0 ? "" : ` at ${pathText(error.path)}`;
    return [defect(`a value${where} does not fit the schema: ${error.message}`, during, reference)];
  }
  return [defect(`${error.name}: ${messageWithoutData(error)}`, during, reference)];
}

function unreadable(what: string, during: string, reference: string): Diagnostic {
  return problem(
    "The provider was sent a value that it cannot read",
    `During ${during}: ${what}\n\nThe engine and the provider do not agree on the schema, error ${reference}. ` +
      "Run `terraform init -upgrade`, and see that no other version of the provider is served for debugging.",
  );
}

function defect(what: string, during: string, reference: string): Diagnostic {
  return problem(
    "The provider failed unexpectedly",
    `During ${during}: ${what}\n\nThis is a defect of the provider, error ${reference}. ` +
      `Run again with TF_LOG=ERROR and look for "error ${reference}" to see where it happened.`,
  );
}
