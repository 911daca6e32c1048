import { createHash } from "node:crypto";
import type { Location, Log, ReportingDescriptor, Result } from "sarif";
import { VERSION } from "../../../version";
import type { CodeLine } from "../../project/code-lines";
import { urlPart } from "../../project/repository-links";

/** Writes the results of a command as SARIF 2.1.0. */
export function sarifLog(command: string, rules: readonly ReportingDescriptor[], results: readonly Result[]): string {
  const log: Log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: `cdk-clickstack ${command}`, version: VERSION, rules: [...rules] } },
        automationDetails: { id: `cdk-clickstack/${command}/` },
        results: [...results],
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

export function locationAt({ file, line, column }: CodeLine): Location {
  const uri = file.split("/").map(urlPart).join("/");
  const region = { startLine: line, ...(column !== undefined && { startColumn: column }) };
  return { physicalLocation: { artifactLocation: { uri }, region } };
}

/** A result before it is written. */
interface ResultFacts extends Pick<Result, "level"> {
  readonly ruleId: string;
  readonly text: string;
  readonly location: Location;
  /** Identifies the result, also in later runs. */
  readonly identity: string;
}

/** Returns a result with a fingerprint. Its text contains no links. */
export function sarifResult({ ruleId, level, text, location, identity }: ResultFacts): Result {
  const fingerprint = createHash("sha256").update(`${ruleId} ${identity}`).digest("hex");
  return {
    ruleId,
    level,
    message: { text: withoutLinks(text) },
    locations: [location],
    partialFingerprints: { "cdkClickstackObject/v1": fingerprint },
  };
}

/**
 * Escapes `[text](address)`, which readers of a message show as a link (SARIF 2.1.0, 3.11.6).
 */
function withoutLinks(text: string): string {
  return text.replaceAll(/\[([^[\]]*)\](?=\()/g, "\\[$1\\]");
}
