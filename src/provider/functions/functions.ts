import type { ProviderFunction } from "../../plugin";
import { lazily } from "../../resources/handlers/lazily";

/** The functions of the provider by name. Each is loaded when it is first called. */
export const functions = lazily<Record<string, ProviderFunction>>({
  dashboard_from_json: () =>
    (require("./dashboard-from-json") as typeof import("./dashboard-from-json")).dashboardFromJson,
  dashboard_to_json: () => (require("./dashboard-to-json") as typeof import("./dashboard-to-json")).dashboardToJson,
  parse_duration: () => (require("./parse-duration") as typeof import("./parse-duration")).parseDuration,
});
