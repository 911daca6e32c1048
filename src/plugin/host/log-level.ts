/** From the least to the most severe. */
export const logLevels = ["trace", "debug", "info", "warn", "error"] as const;

export type LogLevel = (typeof logLevels)[number];

/**
 * The level that the environment asks for: TF_LOG_PROVIDER, else TF_LOG. Without either only errors are written.
 * "JSON" and words that are no level mean trace, as in Terraform.
 */
export function logLevelOf(environment: NodeJS.ProcessEnv): LogLevel | "off" {
  const wanted = (environment.TF_LOG_PROVIDER || environment.TF_LOG || "error").toLowerCase();
  if (wanted === "off") return "off";
  return logLevels.find((level) => level === wanted) ?? "trace";
}
