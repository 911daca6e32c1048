import { testProxies } from "../support/acceptance/proxies";
import { PROVIDER_SCRIPT } from "../support/workspace";

describe("the built script", () => testProxies(PROVIDER_SCRIPT, true));
