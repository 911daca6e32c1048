import { propsInText } from "../../constructs/prop-names";
import { objectShapeOf } from "../../declaration/shape";
import { providerArguments } from "../../resources/provider-arguments";
import type { EngineDiagnostic } from "../engine/diagnostics";
import type { CodeLines } from "./code-lines";
import { reportedType } from "./reported-types";

/** Leaves out warnings of synthesis that the provider repeats with their line. */
export function withoutRepeated(
  warnings: readonly EngineDiagnostic[],
  reported: readonly EngineDiagnostic[],
): readonly EngineDiagnostic[] {
  const details = new Set(reported.map(({ detail }) => detail));
  // The message follows the place of the value. A tile key in the place can contain a colon.
  return warnings.filter(
    ({ detail }) => ![...detail.matchAll(/: /g)].some(({ index }) => details.has(detail.slice(index + 2))),
  );
}

/** Leaves out warnings that the server may refuse values of an object, if the server checked and refused the object. */
export function withoutRefused(reported: readonly EngineDiagnostic[]): readonly EngineDiagnostic[] {
  const refusals = reported.filter(({ summary }) => summary.startsWith("The server would refuse "));
  const checked = new Set(refusals.map(({ address }) => address));
  return reported.filter(
    ({ address, summary }) => !checked.has(address) || !summary.startsWith("The server may refuse "),
  );
}

const PROVIDER = objectShapeOf(providerArguments);

/** Tile of a dashboard in the path of an attribute. */
const TILE = /\btiles\["((?:[^"\\]|\\.)*)"\]/;

/**
 * Returns a diagnostic of the engine with the line of the author's program in place of that of `cdk.tf.json`, and with
 * props in place of attributes. A diagnostic about code in HCL stays.
 */
export function atAuthorsLine(diagnostic: EngineDiagnostic, lines: CodeLines): EngineDiagnostic {
  const { address = "", summary, detail } = diagnostic;
  const [, tile] = TILE.exec(`${summary}\n${detail}`) ?? [];
  const line = lines.findAddress(address, tile);
  if (line?.column === undefined) {
    return diagnostic;
  }
  const position = `${line.file}:${line.line}`;
  const type = address.split(".").find((part) => part.startsWith("clickstack_")) ?? "";
  const shape = address.startsWith("provider.clickstack[") ? PROVIDER : reportedType(type).shape;
  const inProps = (text: string) => (shape ? propsInText(text, shape) : text);
  return {
    ...diagnostic,
    summary: inProps(summary),
    detail: inProps(detail).replaceAll(/\bcdk\.tf\.json:[\d,:-]+\d/g, position),
    position,
  };
}
