import type { Colors } from "../frame/colors";
import type { Drawings } from "./html/drawings";
import type { Report } from "./model";

/** What a report is written with. */
export interface Means {
  readonly colors: Colors;
  /** Made when they are asked for: drawing a thousand dashboards takes its time. */
  readonly drawings: () => Drawings;
}

type Render = (report: Report, means: Means) => Promise<string>;

/** Every form that a report can be written in. Each is loaded when it is asked for. */
const RENDERERS = {
  text: async (report, { colors }) => (await import("./text")).textReport(report, colors),
  markdown: async (report) => (await import("./markdown")).markdownReport(report),
  html: async (report, { drawings }) => (await import("./html/html")).htmlReport(report, drawings()),
  junit: async (report) => (await import("./junit")).junitReport(report),
  sarif: async (report) => (await import("./sarif")).sarifReport(report),
  json: async (report) => (await import("./json")).jsonReport(report),
} satisfies Record<string, Render>;

export type Format = keyof typeof RENDERERS;

export function renderReport(report: Report, format: Format, means: Means): Promise<string> {
  return RENDERERS[format](report, means);
}
