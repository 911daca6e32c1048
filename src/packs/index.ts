/**
 * Dashboards and alerts for common systems. Their queries use the semantic conventions of OpenTelemetry.
 * `cdk-clickstack/cdktn/packs` is the same for cdktn. Every export of the modules below is public.
 */

import "../require-node";

export * from "./clickhouse-server";
export * from "./database-client";
export * from "./hosts";
export * from "./http-service";
export * from "./kubernetes";
export * from "./message-queue";
export { Pack } from "./pack";
export type { PackAlert, PackAlertProps, PackLink, PackObjective, PackProps, PackTile } from "./pack-props";
export type { SpanPackProps, SpanPackTiles } from "./span-tiles";
