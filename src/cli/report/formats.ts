import type { Colors } from "../frame/colors";
import type { Report } from "./model";

type Render = (report: Report, colors: Colors) => Promise<string>;

/** Every form that a report can be written in. Each is loaded when it is asked for. */
const RENDERERS = {
  text: async (report, colors) => (await import("./text")).textReport(report, colors),
  markdown: async (report) => (await import("./markdown")).markdownReport(report),
  html: async (report) => (await import("./html/html")).htmlReport(report),
  junit: async (report) => (await import("./junit")).junitReport(report),
  sarif: async (report) => (await import("./sarif")).sarifReport(report),
  json: async (report) => (await import("./json")).jsonReport(report),
} satisfies Record<string, Render>;

export type Format = keyof typeof RENDERERS;

export function renderReport(report: Report, format: Format, colors: Colors): Promise<string> {
  return RENDERERS[format](report, colors);
}
