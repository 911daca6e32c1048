/** Explains a missing framework before `framework.ts` imports it. For cdktn the build replaces the name in this file. */
import { type Framework, importInstead, otherThan } from "./entries";
import { explainMissing } from "./explain-missing";

const FRAMEWORK: Framework = "cdktf";
const OTHER = otherThan(FRAMEWORK);

explainMissing(
  FRAMEWORK,
  () => require("cdktf"),
  `${importInstead(OTHER)} in a program of ${OTHER}: ${FRAMEWORK} is not installed.`,
);
