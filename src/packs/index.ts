/**
 * Dashboards and alerts for common systems, on the semantic conventions of OpenTelemetry. `cdk-clickstack/cdktn/packs` is
 * the same for cdktn.
 */

import "../require-node";

export { HttpService, type HttpServiceAlerts, type HttpServiceProps, type HttpServiceTiles } from "./http-service";
export { Pack } from "./pack";
export type { PackAlert, PackAlertProps, PackLink, PackObjective, PackProps, PackTile } from "./pack-props";
