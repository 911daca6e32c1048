import type { DeclaredFields } from "../../declaration/field";
import { watchedRecord } from "../../resources/alert/watched-object";
import { Session } from "../../resources/shared/session";
import { TYPE_FACTS } from "../project/imported-types";
import type { PlannedStack } from "../project/plan-stacks";
import { CommandError } from "../terminal/exit";
import { say } from "../terminal/output";
import { declaredOf, existing, withoutDerivedNaming } from "./inventory";
import { usingClient } from "./open-client";
import { knownIds, serversOf } from "./unmanaged";

/** An alert in no state, on a tile of a managed dashboard. */
export interface UnmanagedAlert {
  readonly id: string;
  readonly stack: string;
  readonly dashboard: string;
  readonly tileKey: string;
  readonly fields: DeclaredFields;
}

/** Finds the alerts on managed tiles that are in no state of these plans. Sends three list requests per server. */
export async function findUnmanagedAlerts(planned: readonly PlannedStack[]): Promise<readonly UnmanagedAlert[]> {
  const plans = planned.flatMap(({ plan }) => plan ?? []);
  const { settings, problems } = serversOf(plans, process.env);
  const [problem] = problems;
  if (problem) {
    throw new CommandError(`Could not check for unmanaged alerts. ${problem.summary}. ${problem.detail}`);
  }
  const known = new Set(plans.flatMap(knownIds));
  const tiles = new Map(planned.flatMap(managedTiles));
  const found = await Promise.all(
    settings.map((each) =>
      usingClient(each, async (client) => {
        const { records, incomplete } = await TYPE_FACTS.alert.collection(client).readShown();
        if (incomplete) {
          say(`warning: Could not check for all alerts on managed tiles. ${incomplete.message}\n`);
        }
        const candidates = records.filter(({ id }) => !known.has(id.toLowerCase()));
        const onTiles = candidates.flatMap((record) => {
          const tile = tiles.get(String(record.tileId));
          return tile ? [{ record, tile }] : [];
        });
        if (onTiles.length === 0) {
          return [];
        }
        const dashboards = await TYPE_FACTS.dashboard.collection(client).readShown();
        const session = new Session(client);
        const alerts = onTiles.map(async ({ record, tile }) => {
          const { fields } = (await declaredOf(existing("alert", record), session)) ?? {};
          const watched = fields && watchedRecord(fields, dashboards.records);
          return watched ? [{ id: record.id, ...tile, fields: withoutDerivedNaming(fields, watched) }] : [];
        });
        return Promise.all(alerts);
      }),
    ),
  );
  return found.flat(2);
}

function managedTiles({ stack, plan }: PlannedStack) {
  const managed = plan?.held.filter(({ mode }) => mode === "managed") ?? [];
  const dashboards = managed.filter(({ type }) => type === "clickstack_dashboard");
  return dashboards.flatMap(({ address, values: { tile_ids: ids } }) =>
    Object.entries((ids ?? {}) as Record<string, unknown>).map(
      ([tileKey, id]) => [String(id), { stack: stack.name, dashboard: address, tileKey }] as const,
    ),
  );
}
