import { attributeName } from "../../../../declaration/field";
import { validateWithWarnings } from "../../../../declaration/validate";
import { remember } from "../../../../remember";
import { lintRule, type RuleFinding } from "../lint-rule";
import { describeObject, type LintedObject, typeAddressesOf } from "../linted-objects";
import { isUnevaluated } from "../unevaluated";

const SKIPPED =
  "The rule does not know names of columns and functions: see `query-error`. It skips templates of clicks.";

const textSyntaxRule = lintRule({
  id: "text-syntax",
  severity: "error",
  description: "A condition or an expression has invalid syntax, so the server cannot evaluate it.",
  fix: "Correct the text at the column that the message names.",
  limits: `${SKIPPED} It checks Lucene with the parser of the server, and brackets, quotes and comments of SQL.`,
  types: typeAddressesOf("resource", "data"),
  checkObject: (object) => syntaxFindings(object, "broken"),
});

const conditionLanguageRule = lintRule({
  id: "condition-language",
  severity: "warn",
  description: "A condition looks like another language than the one it is in, or the server ignores a part of it.",
  fix: "Set the language of the condition, such as `whereLanguage`, or change the condition.",
  limits: `${SKIPPED} It recognizes SQL by comparisons such as \`level = 'error'\`, and Lucene by fields such as \`level:error\`.`,
  types: typeAddressesOf("resource", "data"),
  checkObject: (object) => syntaxFindings(object, "odd"),
});

/** Returns the warnings of an object, which both rules read. */
const warningsOf = remember(({ shape, fields, stack }: LintedObject) => {
  const nameOf = stack.program === undefined ? attributeName : ({ name }: { readonly name: string }) => name;
  return validateWithWarnings(shape, fields, isUnevaluated, nameOf).warnings;
});

/** Returns the problems of texts that a plan also reports. */
function syntaxFindings(object: LintedObject, kind: "broken" | "odd"): readonly Omit<RuleFinding, "object">[] {
  return warningsOf(object).flatMap(({ syntax, message, path }) => {
    const steps = path.map((step) => (typeof step === "object" ? step.key : step));
    const tile = steps[0] === "tiles" ? String(steps[1]) : undefined;
    const place = steps.slice(tile === undefined ? 0 : 2).join(".");
    return syntax === kind
      ? [{ tile, message: `Syntax of \`${place}\` in the ${describeObject(object, tile)}: ${message}` }]
      : [];
  });
}

export const syntaxRules = [textSyntaxRule, conditionLanguageRule];
