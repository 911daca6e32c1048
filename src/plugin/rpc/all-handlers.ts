import type { Handlers } from "../protocol/calls";
import { configureHandlers, validateHandlers } from "./configure";
import { importHandlers } from "./import";
import { lookUpHandlers } from "./look-ups";
import type { ProviderServer } from "./provider-server";
import { resourceHandlers } from "./resource";
import { describeHandlers } from "./schema";
import { upgradeHandlers } from "./upgrade";

export function allHandlers(server: ProviderServer): Handlers {
  return {
    ...describeHandlers(server),
    ...configureHandlers(server),
    ...validateHandlers(server),
    ...resourceHandlers(server),
    ...importHandlers(server),
    ...upgradeHandlers(server),
    ...lookUpHandlers(server),
  };
}
