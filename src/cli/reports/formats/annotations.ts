import { visibleTexts } from "../changes/wording";
import type { Finding } from "../findings/drift-findings";

/** Writes workflow commands, which GitHub Actions shows next to the lines of a pull request. */
export function annotationsOf(findings: readonly Finding[]): string {
  return visibleTexts(findings).map(annotationOf).join("");
}

function annotationOf({ severity, rule, message, fix = "", source }: Finding): string {
  const { file, line, column } = source ?? {};
  const properties = Object.entries({ file, line, col: column, title: `cdk-clickstack ${rule}` })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${dataText(String(value)).replaceAll(":", "%3A").replaceAll(",", "%2C")}`);
  return `::${severity} ${properties.join(",")}::${dataText(`${message} ${fix}`)}\n`;
}

function dataText(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
