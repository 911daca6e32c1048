import { noProxy, proxyFor, proxyHost } from "../../../src/client/connections";

const https = new URL("https://api.example");
const http = new URL("http://api.example");

test("the proxy is chosen by the endpoint's scheme, small letters first", () => {
  const env = { HTTPS_PROXY: "http://big:1", https_proxy: "http://small:2", HTTP_PROXY: "http://plain:3" };
  expect(proxyFor(https, env)).toBe("http://small:2");
  expect(proxyFor(http, env)).toBe("http://plain:3");
  expect(proxyFor(https, { HTTP_PROXY: "http://plain:3" })).toBeUndefined();
});

test("a proxy without scheme is one over http", () => {
  expect(proxyFor(https, { HTTPS_PROXY: "proxy:3128" })).toBe("http://proxy:3128");
});

test.each(["http://localhost:8000", "http://127.0.0.9", "https://[::1]:8000"])(
  "%s is never asked through a proxy",
  (endpoint) => {
    expect(proxyFor(new URL(endpoint), { HTTP_PROXY: "http://p:1", HTTPS_PROXY: "http://p:1" })).toBeUndefined();
  },
);

test("a proxy is named without its credentials", () => {
  expect(proxyHost("http://user:geheim@proxy:3128")).toBe("proxy:3128");
  expect(proxyHost("http://[")).toBeUndefined();
});

test("the list of hosts without proxy comes from either spelling", () => {
  expect([noProxy({ NO_PROXY: "a" }), noProxy({ no_proxy: "b", NO_PROXY: "a" }), noProxy({})]).toEqual(["a", "b", ""]);
});
