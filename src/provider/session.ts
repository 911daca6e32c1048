import type { Client } from "../api";
import { PlannedTiles } from "./planned-tiles";

/** What the handlers of one provider process share: the client, and what this plan has decided so far. */
export class Session {
  readonly plannedTiles = new PlannedTiles();

  constructor(readonly client: Client) {}
}
