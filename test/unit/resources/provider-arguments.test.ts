import { metaOf } from "../../../src/declaration/field";
import { providerArguments } from "../../../src/resources/provider-arguments";
import { refusals } from "../../support/declaration/refusals";

test("no provider argument is required, because the environment can set all of them", () => {
  expect(refusals(providerArguments, {})).toEqual([]);
});

test("the deployment is open source or managed", () => {
  expect(refusals(providerArguments, { deployment: "open-source" })).toEqual([
    'deployment: Must be one of "open_source", "managed"; it is "open-source". Did you mean "open_source"?',
  ]);
});

test("the rate limit is at least one request", () => {
  expect(refusals(providerArguments, { requestsPerWindow: 0 })).toEqual([
    "requestsPerWindow: Must be at least 1; it is 0.",
  ]);
});

test("credentials are sensitive, and are not shown in an error", () => {
  const sensitive = Object.entries(providerArguments.shape).filter(([, schema]) => metaOf(schema).sensitive);
  expect(sensitive.map(([name]) => name)).toEqual(["apiKey", "cloudApiKey", "cloudApiSecret", "httpHeaders"]);
  expect(refusals(providerArguments, { cloudApiSecret: 12345 })).toEqual(["cloudApiSecret: Must be a string."]);
});
