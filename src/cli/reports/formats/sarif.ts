import { createHash } from "node:crypto";
import type { Log, ReportingDescriptor, Result } from "sarif";
import { asSentence } from "../../../client/http/errors";
import { VERSION } from "../../../version";
import { urlPart } from "../../project/repository-links";
import { visibleTexts } from "../../terminal/json-document";
import type { Finding } from "../findings/drift-findings";

/** File of a finding without a known line: the settings of the program. */
const FALLBACK_FILE = "cdktf.json";

/** Writes findings as SARIF 2.1.0. Code scanning requires a file for each finding. */
export function sarifLog(
  command: string,
  rules: readonly Pick<ReportingDescriptor, "id" | "shortDescription" | "fullDescription" | "help">[],
  findings: readonly Finding[],
): string {
  const log: Log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: `cdk-clickstack ${command}`,
            version: VERSION,
            rules: rules.map(({ id, ...rule }) => ({ id, name: id, ...rule })),
          },
        },
        automationDetails: { id: `cdk-clickstack/${command}/` },
        results: visibleTexts(findings).map(resultOf),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function resultOf({ rule, severity, message, details = [], fix, address, source, identity }: Finding): Result {
  const { file, line, column } = source ?? { file: FALLBACK_FILE, line: 1 };
  const uri = file.split("/").map(urlPart).join("/");
  const region = { startLine: line, ...(column !== undefined && { startColumn: column }) };
  const text = [asSentence(message), ...(fix === undefined ? [] : [`Fix: ${fix}`])].join(" ");
  const key = `${rule} ${Object.values(identity).join(" ")}`;
  return {
    ruleId: rule,
    level: severity,
    message: { text: withoutLinks([text, ...details].join("\n")) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri }, region },
        ...(address !== undefined && { logicalLocations: [{ fullyQualifiedName: address, kind: "resource" }] }),
      },
    ],
    partialFingerprints: { "cdkClickstackObject/v1": createHash("sha256").update(key).digest("hex") },
  };
}

/** Escapes `[text](address)`, because viewers of SARIF show it as a link (SARIF 2.1.0, 3.11.6). */
function withoutLinks(text: string): string {
  return text.replaceAll(/\[([^[\]]*)\](?=\()/g, "\\[$1\\]");
}
