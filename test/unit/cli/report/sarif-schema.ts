import schema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json";
import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";

const ajv = addFormats(new Ajv({ strict: false, allErrors: true, unicodeRegExp: false }));
const validate = ajv.compile(schema);

/** Returns the parts of a log that violate the schema of SARIF 2.1.0. */
export function sarifProblems(log: unknown): readonly string[] {
  return validate(log) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
