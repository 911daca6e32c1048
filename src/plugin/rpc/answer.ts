import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Diagnostic } from "../diagnostics/diagnostic";
import { diagnosticMessage } from "../diagnostics/diagnostic-message";
import { diagnosticsOf } from "../diagnostics/failure";
import type { Log } from "../host/log";
import type { Secrets } from "../host/secrets";
import type { DiagnosticSchema } from "../protocol/tfplugin6_pb";
import type { Type } from "../types/type";

/** What a call is about: how a person would name it, and the type that diagnostics' paths lead into. */
export interface Subject {
  /** Such as "create of null_resource". */
  readonly during: string;
  readonly type?: Type;
}

/** What an answer takes from the session. */
interface Answering {
  readonly log: Log;
  readonly secrets: Secrets;
  takeWarnings(): readonly Diagnostic[];
  readonly provider: { describeFailure?(thrown: unknown, during: string): readonly Diagnostic[] | undefined };
}

type DiagnosticMessage = MessageInitShape<typeof DiagnosticSchema>;

/** Collects diagnostics while a call is worked on. */
export type Report = (diagnostics: readonly Diagnostic[] | undefined) => void;

/**
 * Works on a call and adds the diagnostics to its answer. Where the work throws, the answer is `otherwise`
 * with the diagnostics of what was thrown: a call always has an answer.
 */
export async function answer<A extends object>(
  session: Answering,
  { during, type }: Subject,
  otherwise: A,
  work: (report: Report) => Promise<A>,
): Promise<A & { diagnostics: DiagnosticMessage[] }> {
  const { log, secrets, provider } = session;
  const collected: Diagnostic[] = [];
  const settle = (result: A) => ({
    ...result,
    diagnostics: [...collected, ...session.takeWarnings()].map((one) =>
      diagnosticMessage(secrets.redactDiagnostic(one), type),
    ),
  });
  try {
    return settle(await work((diagnostics) => collected.push(...(diagnostics ?? []))));
  } catch (thrown) {
    collected.push(...(provider.describeFailure?.(thrown, during) ?? diagnosticsOf(thrown, during, log)));
    return settle(otherwise);
  }
}
