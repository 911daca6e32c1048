import { explainMissing } from "../explain-missing";

explainMissing(
  "@cdktf/provider-null",
  () => require("@cdktf/provider-null/lib/resource"),
  'Run "npm install @cdktf/provider-null": with cdktf, "cdk-clickstack/checks" requires this package.',
);
