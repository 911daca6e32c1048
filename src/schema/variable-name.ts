import type { Fields } from "./field";
import { isPresent } from "./present";
import type { Rule } from "./rule";

/**
 * The name of the variable that a filter offers: its own, or made from its label as the server does, with underscores for white space
 * and without what a name cannot have (API document, `FilterInput.variableName`). Empty when nothing of the label can stay.
 */
function variableNameOf({ name, variableName }: Fields): string {
  if (isPresent(variableName)) return String(variableName);
  const usable = String(name)
    .replace(/\s+/g, "_")
    .replace(/[^A-Za-z0-9_]/g, "");
  return usable.replace(/^[^A-Za-z]+/, "").slice(0, 64);
}

/** For a filter: its label leads to a variable name, or it has one. */
export const variableHasName: Rule = {
  reads: ["variableName", "name", "isVariableEnabled"],
  check: (filter) =>
    filter.isVariableEnabled === true && variableNameOf(filter) === ""
      ? `No variable name can be made from the label "${String(filter.name)}", which has no letter from A to Z. Give one.`
      : undefined,
};

/** For the dashboard: the variables of its filters have different names, given or made from labels. */
export const variableNamesDiffer: Rule = {
  reads: ["filters.*.variableName", "filters.*.name", "filters.*.isVariableEnabled"],
  check: ({ filters }) => {
    const names = ((filters ?? []) as readonly Fields[]).map((filter) =>
      filter.isVariableEnabled === true ? variableNameOf(filter) : "",
    );
    const index = names.findIndex((name, at) => name !== "" && names.indexOf(name) < at);
    if (index < 0) return undefined;
    return {
      message: `Another filter has the variable name "${names[index]}", given or made from its label. Give each its own.`,
      path: ["filters", index, "variableName"],
    };
  },
};
