import { Token } from "cdktf";
import type { Construct } from "constructs";
import type { z } from "zod";
import { dashboardLookup } from "../schema/dashboard-lookup";
import { NamedLookUp } from "./look-up";
import { byIdOnce, byNameOnce, type ProviderOption } from "./look-up-once";
import type { MetaArguments } from "./meta-arguments";
import { TileReference } from "./tile-reference";

type Declaration = Pick<z.input<typeof dashboardLookup>, "id" | "name">;

/** How a dashboard is found: by `id` or by `name`. */
export type ExistingDashboardProps = Declaration & MetaArguments;

/** A dashboard that exists in ClickStack and that this program does not manage. Clicks lead to it, and alerts watch its tiles. */
export class ExistingDashboard extends NamedLookUp<typeof dashboardLookup> {
  constructor(scope: Construct, id: string, props: ExistingDashboardProps) {
    super(scope, id, { type: "clickstack_dashboard", schema: dashboardLookup }, props);
  }

  /** The dashboard with this name. The plan fails with the names that exist when there is none. */
  static byName(scope: Construct, name: string, options: ProviderOption = {}): ExistingDashboard {
    return byNameOnce(scope, "dashboard", name, options, ExistingDashboard);
  }

  /** The dashboard with this id. */
  static byId(scope: Construct, dashboardId: string, options: ProviderOption = {}): ExistingDashboard {
    return byIdOnce(scope, "dashboard", dashboardId, options, ExistingDashboard);
  }

  /** A tile, for an alert, by the key that is made from its name: `Error rate` is `error_rate`, a second one `error_rate_2`. */
  tile(key: string): TileReference {
    const tileId = Token.asString(this.interpolationForAttribute(`tile_ids["${key}"]`));
    return new TileReference(this.node.path, key, undefined, this.id, tileId);
  }
}
