import type { Client } from "./client";
import { type Clock, systemClock } from "./clock";
import { Homes } from "./collection/home";
import { RemoteCharts } from "./collection/remote-charts";
import { RemoteCollection } from "./collection/remote-collection";
import { type AlertsMayBeGone, RemoteDashboards } from "./collection/remote-dashboards";
import { RemoteSavedSearches } from "./collection/remote-saved-searches";
import { alertKind } from "./kinds/alert";
import { apiKeyKind } from "./kinds/api-key";
import { connectionKind } from "./kinds/connection";
import { roleKind } from "./kinds/role";
import { sourceKind } from "./kinds/source";
import { webhookKind } from "./kinds/webhook";
import type { ClientSettings } from "./settings";

/** Opens nothing yet: connections come with the first request. */
export function createClient(settings: ClientSettings, clock: Clock = systemClock): Client {
  const homes = new Homes(settings, clock);
  const alerts = new RemoteCollection(alertKind, homes);
  const apiKeys = new RemoteCollection(apiKeyKind, homes);
  const alertsMayBeGone: AlertsMayBeGone = (isConcerned) => alerts.doubtSome(isConcerned);
  return {
    observability: homes.observability,
    apiKeys,
    roles: new RemoteCollection(roleKind, homes),
    dashboards: new RemoteDashboards(homes, alertsMayBeGone),
    alerts,
    sources: new RemoteCollection(sourceKind, homes),
    webhooks: new RemoteCollection(webhookKind, homes),
    savedSearches: new RemoteSavedSearches(homes, alertsMayBeGone),
    connections: new RemoteCollection(connectionKind, homes),
    charts: new RemoteCharts(homes),
    async organizationTime(options) {
      if (homes.organizationTime === undefined) await apiKeys.readAll(options);
      return homes.organizationTime ?? Date.now();
    },
    isSignedWith: (keySuffix) => homes.isSignedWith(keySuffix),
    close: () => homes.close(),
  };
}
