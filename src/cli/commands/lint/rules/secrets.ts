import { fieldValues } from "../fields";
import { lintRule } from "../lint-rule";
import { describeObject, type LintedObject, typeAddressesOf } from "../linted-objects";
import { isUnevaluated } from "../unevaluated";

export const secretLiteralRule = lintRule({
  id: "secret-literal",
  severity: "error",
  description: "The program contains a secret as a literal. All readers of the repository can use it.",
  fix: "Replace the secret, and read the new one from a variable that is marked as sensitive, or from the environment.",
  limits:
    "The rule knows the fields that this provider treats as secret, and the forms of common tokens. It skips values of fewer than six characters. It does not see secrets in other files, in environment variables and in defaults of variables. Messages never contain the secret.",
  types: typeAddressesOf("resource", "ephemeral", "provider"),
  checkObject: secretsIn,
});

/** Shorter values are placeholders of tests, such as `key`. */
const MIN_SECRET_LENGTH = 6;

function secretsIn(object: LintedObject): readonly (string | undefined)[] {
  return fieldValues(object).map(({ path, fields, value }) => {
    const text = literalIn(value);
    if (text === undefined || text.trim().length < MIN_SECRET_LENGTH) {
      return undefined;
    }
    const isSecretField = fields.some(({ meta }) => meta.sensitive ?? meta.writeOnly);
    return TOKENS.some((token) => token.test(text)) || (isSecretField && isSecretValue(path, text))
      ? `The ${describeObject(object)} contains a secret in \`${path.join(".")}\`.`
      : undefined;
  });
}

/** Returns a literal text, also one that the program only marks as sensitive. */
function literalIn(value: unknown): string | undefined {
  if (isUnevaluated(value)) {
    return /^\$\{sensitive\("((?:[^"\\$%]|\\.)*)"\)\}$/s.exec(value.expression)?.[1];
  }
  return typeof value === "string" ? value : undefined;
}

/** Forms of tokens that services document. */
const TOKENS = [
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36}/,
  /\bgithub_pat_\w{22}/,
  /\bglpat-[\w-]{20}/,
  /\bxox[abeprs]-[\w-]{10}/,
  /\bsk_live_[A-Za-z0-9]{16}/,
  /\bSG\.[\w-]{16,100}\.[\w-]{16}/,
  /\bnpm_[A-Za-z0-9]{36}\b/,
  /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/,
  /\beyJ[\w-]{10,500}\.eyJ[\w-]{10,500}\.[\w-]{10}/,
  /\bhooks\.slack\.com\/services\/T[A-Z0-9]{6,}\/B[A-Z0-9]{6,}\/(?!X{8})[A-Za-z0-9]{16}/,
];

const SECRET_NAME = /auth(?!or(?!i[sz]))|token|secret|password|passwd|api-?_?key|credential|cookie|signature|session/i;

/** Fields that contain an address, headers or parameters, of which only some are secret. */
const MIXED = new Set(["url", "urlWo", "headers", "queryParams", "httpHeaders"]);

function isSecretValue(path: readonly (string | number)[], text: string): boolean {
  const [field = "", name = ""] = path;
  if (!MIXED.has(String(field))) {
    return true;
  }
  if (path.length > 1) {
    return SECRET_NAME.test(String(name)) || /^(?:bearer|basic|token)\s+\S/i.test(text);
  }
  return isSecretAddress(text);
}

/** Returns true for an address that authorizes its caller: with a password, a secret parameter or a random path. */
function isSecretAddress(text: string): boolean {
  if (!URL.canParse(text)) {
    return false;
  }
  const { password, pathname, searchParams } = new URL(text);
  return (
    password !== "" ||
    [...searchParams.keys()].some((name) => SECRET_NAME.test(name) || /^(?:key|sig|code)$/i.test(name)) ||
    pathname.split("/").some(isRandom)
  );
}

/** Returns true for a part of a path with the length and the letters of a random token. */
function isRandom(part: string): boolean {
  return part.length >= 20 && /^[\w-]+$/.test(part) && /\d/.test(part) && /[A-Za-z]/.test(part);
}
