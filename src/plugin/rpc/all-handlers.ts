import type { Handlers } from "../protocol/calls";
import { applyHandlers } from "./apply";
import { configureHandlers, validateHandlers } from "./configure";
import { generateConfigHandlers } from "./generate-config";
import { importHandlers } from "./import";
import { lookUpHandlers } from "./look-ups";
import { planHandlers } from "./plan";
import type { ProviderServer } from "./provider-server";
import { readHandlers } from "./read";
import { describeHandlers } from "./schema";
import { upgradeHandlers } from "./upgrade";

/** Returns the handlers of every call that the runtime serves. */
export function allHandlers(server: ProviderServer): Handlers {
  return {
    ...describeHandlers(server),
    ...configureHandlers(server),
    ...validateHandlers(server),
    ...planHandlers(server),
    ...applyHandlers(server),
    ...readHandlers(server),
    ...importHandlers(server),
    ...generateConfigHandlers(server),
    ...upgradeHandlers(server),
    ...lookUpHandlers(server),
  };
}
