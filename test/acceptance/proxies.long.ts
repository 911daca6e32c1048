import { NATIVE_PROVIDER, testProxies } from "../support/acceptance/proxies";
import { PROVIDER_SCRIPT } from "../support/workspace";

describe("the built script", () => testProxies(PROVIDER_SCRIPT, true));
describe("the built native executable", () => testProxies(NATIVE_PROVIDER, true));
