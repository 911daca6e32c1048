import { NATIVE_PROVIDER, testProxies } from "../support/acceptance/proxies";

// `proxies.long.ts` tests all variables, schemes and responses, also with the built script.
describe("the built native executable", () => testProxies(NATIVE_PROVIDER, false));
