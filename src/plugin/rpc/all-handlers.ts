import { applyHandlers } from "./apply";
import { configureHandlers } from "./configure";
import { dataSourceHandlers } from "./data-source";
import { describeHandlers } from "./describe";
import { ephemeralHandlers } from "./ephemeral";
import { functionHandlers } from "./function";
import type { Handlers } from "./handlers";
import { importHandlers } from "./import";
import { listHandlers } from "./list";
import { moveHandlers } from "./move";
import { planHandlers } from "./plan";
import { readHandlers } from "./read";
import type { Session } from "./session";
import { upgradeHandlers } from "./upgrade";
import { validateHandlers } from "./validate";

/** Every call of the protocol that the runtime answers. */
export function allHandlers<Client>(session: Session<Client>): Handlers {
  return {
    ...describeHandlers(session),
    ...configureHandlers(session),
    ...validateHandlers(session),
    ...planHandlers(session),
    ...applyHandlers(session),
    ...readHandlers(session),
    ...importHandlers(session),
    ...upgradeHandlers(session),
    ...moveHandlers(session),
    ...dataSourceHandlers(session),
    ...ephemeralHandlers(session),
    ...listHandlers(session),
    ...functionHandlers(session),
  };
}
