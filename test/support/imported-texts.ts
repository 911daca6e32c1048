import type { ImportModel } from "../../src/cli/code/model/import-model";
import type { StackJson } from "./constructs/synthesize";
import { type HclParts, readTemplate, textsIn } from "./template-expressions";

/** The expressions that generated programs may have: references to their own resources, data sources and variables. */
const REFERENCE =
  /^(?:(?:data\.)?clickstack_[a-z_]+\.[a-z][a-z0-9-]*\.(?:id|tile_ids\["[a-z0-9_]+"\])|var\.[a-z][a-z0-9_]*)$/;

/**
 * Returns the problems of a synthesized program: expressions that the program does not contain, and missing texts.
 */
export function problemsOfStack(stack: StackJson, model: ImportModel): readonly string[] {
  const { "//": _, ...blocks } = stack as StackJson & { readonly "//"?: unknown };
  const read = textsIn(blocks).map(readTemplate);
  const foreign = read.flatMap(({ expressions }) => expressions).filter((each) => !REFERENCE.test(each));
  return [
    ...foreign.map((each) => `evaluates ${each}`),
    ...missing(
      read.map(({ text }) => text),
      model,
    ),
  ];
}

/** All parts of a file that are not texts: names, references, numbers and brackets, and calls of `chomp`. */
const HCL_CODE = /^(?:[A-Za-z_][A-Za-z0-9_-]*|chomp\(""\s*\)|""|\d[\d.eE+-]*|-|[{}[\]=,.\s])*$/;

/** Does the same for a configuration in HCL, whose texts have no expressions. */
export function problemsOfHcl(parts: readonly HclParts[], model: ImportModel): readonly string[] {
  return [
    ...parts.flatMap(({ expressions }) => expressions.map((each) => `evaluates ${each}`)),
    ...parts.flatMap(({ code }) => (HCL_CODE.test(code) ? [] : [`has the code ${code}`])),
    ...missing(
      parts.flatMap(({ texts }) => texts),
      model,
    ),
  ];
}

/** Fields whose values become references or are webhook addresses. */
const REFERRING = /(?:Ids?|^id|^connection|^url)$/;

function missing(texts: readonly string[], { objects }: ImportModel): readonly string[] {
  const arrived = new Set(texts.map(comparable));
  return objects
    .flatMap(({ fields }) => leaves(fields))
    .filter((each) => !arrived.has(comparable(each)))
    .map((each) => `lost ${JSON.stringify(each)}`);
}

function leaves(value: unknown): readonly string[] {
  if (typeof value === "string") {
    return [value];
  }
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([key, inner]) => (REFERRING.test(key) ? [] : leaves(inner)));
}

/** Line breaks at the end are not compared, because `readHcl` removes the last line break of a heredoc. */
const comparable = (text: string) => text.replace(/\n+$/, "");
