import { splitColumns } from "./split-columns";

/** Arguments of a call, and the index of the token after it. */
interface Arguments {
  readonly args: readonly string[];
  readonly end: number;
}

/**
 * Returns the arguments in brackets. The token at `index` is the opening bracket, or the white space before it. Returns
 * undefined if there is no bracket.
 * @param brackets the opening and the closing bracket
 */
export function argumentsAt(tokens: readonly string[], index: number, brackets = "()"): Arguments | undefined {
  const open = tokens[index]?.trim() === "" ? index + 1 : index;
  let depth = 0;
  for (let end = open; tokens[open] === brackets[0] && end < tokens.length; end += 1) {
    depth += tokens[end] === brackets[0] ? 1 : tokens[end] === brackets[1] ? -1 : 0;
    if (depth === 0) {
      return { args: splitColumns(tokens.slice(open + 1, end).join("")), end: end + 1 };
    }
  }
  return undefined;
}
