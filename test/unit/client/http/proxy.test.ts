import { noProxy, proxyAccess, proxyFor, proxyHost } from "../../../../src/client/http/proxy";

const https = new URL("https://api.example");
const http = new URL("http://api.example");

test("the proxy depends on the endpoint's scheme, and lower-case variables have priority", () => {
  const env = { HTTPS_PROXY: "http://big:1", https_proxy: "http://small:2", HTTP_PROXY: "http://plain:3" };
  expect(proxyFor(https, env)).toEqual({ address: "http://small:2", variable: "HTTPS_PROXY" });
  expect(proxyFor(http, env)).toEqual({ address: "http://plain:3", variable: "HTTP_PROXY" });
  expect(proxyFor(https, { HTTP_PROXY: "http://plain:3" })).toBeUndefined();
});

test("an address without a scheme is an http proxy", () => {
  expect(proxyFor(https, { HTTPS_PROXY: "proxy:3128" })?.address).toBe("http://proxy:3128");
});

test("white space around the address of a proxy is ignored, and white space alone sets no proxy", () => {
  expect(proxyFor(https, { HTTPS_PROXY: " http://proxy:3128\r" })?.address).toBe("http://proxy:3128");
  expect(proxyFor(https, { https_proxy: " ", HTTPS_PROXY: "http://proxy:3128" })?.address).toBe("http://proxy:3128");
  expect(proxyFor(https, { HTTPS_PROXY: " " })).toBeUndefined();
});

test.each(["http://localhost:8000", "http://127.0.0.9", "https://[::1]:8000"])(
  "%s is always requested without a proxy",
  (endpoint) => {
    expect(proxyFor(new URL(endpoint), { HTTP_PROXY: "http://p:1", HTTPS_PROXY: "http://p:1" })).toBeUndefined();
  },
);

test("a proxy is shown without its credentials", () => {
  const hostOf = (address: string) => proxyHost({ address, variable: "HTTPS_PROXY" });
  expect(hostOf("http://user:geheim@proxy:3128")).toBe("proxy:3128");
  expect(hostOf("http://[")).toBeUndefined();
});

test("the list of hosts without a proxy comes from NO_PROXY in upper or lower case", () => {
  expect(noProxy({ NO_PROXY: "a" })).toBe("a");
  expect(noProxy({ no_proxy: "b", NO_PROXY: "a" })).toBe("b");
  expect(noProxy({})).toBe("");
});

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

test.each([
  ["http://proxy:3128", { uri: "http://proxy:3128" }],
  ["http://user:p%40ss@proxy:3128", { uri: "http://proxy:3128/", token: basic("user:p@ss") }],
  ["https://token@proxy", { uri: "https://proxy/", token: basic("token:") }],
  ["http://user:100%@proxy", { uri: "http://proxy/", token: basic("user:100%") }],
  ["ftp://proxy", undefined],
  ["http://[", undefined],
])("the header for the proxy address %s contains its credentials, if there are valid ones", (address, access) => {
  expect(proxyAccess({ address, variable: "HTTPS_PROXY" })).toEqual(access);
});
