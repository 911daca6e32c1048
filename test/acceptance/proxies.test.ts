import { join } from "node:path";
import { executableName, thisPlatform } from "../../src/install/provider-executable";
import { testProxies } from "../support/acceptance/proxies";
import { PROVIDER_SCRIPT } from "../support/workspace";

describe("the built native executable", () => {
  testProxies(join(PROVIDER_SCRIPT, "..", thisPlatform(), executableName(thisPlatform())), true);
});

// `proxies.long.ts` tests all variables, schemes and responses.
describe("the built script", () => testProxies(PROVIDER_SCRIPT, false));
