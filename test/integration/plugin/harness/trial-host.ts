import { schemaType } from "../../../../src/plugin/schema/schema";
import { readValue, writeValue } from "../../../../src/plugin/values/dynamic-message";
import type { ObjectValue } from "../../../../src/plugin/values/value";
import { Host } from "../../../support/plugin/harness/host";
import { trialProvider } from "../../../support/plugin/trial-provider/provider";
import { thingSchema } from "../../../support/plugin/trial-provider/thing-schema";

const thingType = schemaType(thingSchema);
const providerType = schemaType(trialProvider.schema);

/** A host with a connection to a configured trial provider. */
export async function configuredHost(
  script: string,
  store: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<Host> {
  const host = await new Host(script, environment).connect();
  await host.call("configureProvider", {
    terraformVersion: "1.11.4",
    config: writeValue(providerType, { folder: store }),
  });
  return host;
}

/** Returns the message of a thing, or of null. */
export const thingMessage = (value: ObjectValue | null) => writeValue(thingType, value);

/** Returns the thing in a message. */
export const thingOf = (message: Parameters<typeof readValue>[1]) =>
  readValue(thingType, message) as ObjectValue | null;
