/**
 * Tests of alerts and dashboards without engine, network and emulator: `import { evaluateAlert, series } from
 * "cdk-clickstack/testing"`. For programs of cdktn and of cdktf.
 */
export {
  type EvaluationOptions,
  evaluateAlert,
  type GroupedSeries,
  type SeriesInput,
} from "./evaluate-alert";
export type { AlertFiring } from "./firings";
export { type AlertMatchers, alertMatchers, assertFiresAt, assertStaysQuiet } from "./matchers";
export type { ExpectedFiring, Moment } from "./moments";
export { type Series, type SeriesOptions, type SeriesValue, series } from "./series";
export {
  type AlertWebhook,
  type SynthesizedAlert,
  type SynthesizedDashboard,
  type SynthesizedObject,
  type SynthesizedObjects,
  type SynthesizedTile,
  synthesized,
} from "./synthesized";
export type { AlertConstruct, AlertInput } from "./tested-alert";
