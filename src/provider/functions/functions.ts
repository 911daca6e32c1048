import type { ProviderFunction } from "../../plugin";
import { lazily } from "../../resources/shared/lazily";
import { dashboardFromJson } from "./dashboard-from-json";
import { dashboardToJson } from "./dashboard-to-json";
import { parseDuration } from "./parse-duration";

/** The functions of the provider by name. Each is loaded when it is first called. */
export const functions = lazily<Record<string, ProviderFunction>>({
  dashboard_from_json: () => dashboardFromJson,
  dashboard_to_json: () => dashboardToJson,
  parse_duration: () => parseDuration,
});
