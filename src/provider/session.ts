import type { Client } from "../api";
import { KeySession } from "./key-session";
import { PlannedTiles } from "./planned-tiles";

/** What the handlers of one provider process share: the client, and what this plan has decided so far. */
export class Session {
  readonly plannedTiles = new PlannedTiles();
  readonly keys = new KeySession();

  constructor(readonly client: Client) {}
}
