import { attributeName } from "../../../../declaration/field";
import { syntaxProblemOf } from "../../../../declaration/text-syntax";
import { remember } from "../../../../remember";
import { fieldValues } from "../fields";
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
  description: "A condition seems to be in another language than its declared one, or the server ignores a part of it.",
  fix: "Set the language of the condition, such as `whereLanguage`, or change the condition.",
  limits: `${SKIPPED} It recognizes SQL by comparisons such as \`level = 'error'\`, and Lucene by fields such as \`level:error\`.`,
  types: typeAddressesOf("resource", "data"),
  checkObject: (object) => syntaxFindings(object, "odd"),
});

/** Returns the problems of texts that a plan also reports. Both rules read them. */
const problemsOf = remember((object: LintedObject) => {
  const nameOf = object.stack.program === undefined ? attributeName : ({ name }: { readonly name: string }) => name;
  return fieldValues(object).flatMap(({ path, fields, owner }) => {
    const field = fields.at(-1);
    const options = { isUnknown: isUnevaluated, nameOf };
    const problem = field && owner && syntaxProblemOf(field, owner.shape, owner.fields, options);
    return problem ? [{ ...problem, path }] : [];
  });
});

function syntaxFindings(object: LintedObject, kind: "broken" | "odd"): readonly Omit<RuleFinding, "object">[] {
  return problemsOf(object)
    .filter(({ syntax }) => syntax === kind)
    .map(({ message, path }) => {
      const tile = path[0] === "tiles" ? String(path[1]) : undefined;
      const place = path.slice(tile === undefined ? 0 : 2).join(".");
      return { tile, message: `Syntax of \`${place}\` in the ${describeObject(object, tile)}: ${message}` };
    });
}

export const syntaxRules = [textSyntaxRule, conditionLanguageRule];
