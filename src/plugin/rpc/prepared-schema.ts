import { messages } from "../protocol/tables";
import type { Provider } from "../provider";
import { encodeMessage } from "../wire/encode-message";
import { schemaAnswer } from "./describe";

/**
 * The provider's answer to the host's first call, as bytes for `serve`: whoever bundles a provider makes them then,
 * so that a start for the schema alone need not load the provider.
 */
export function preparedSchemaOf<Client>(provider: Provider<Client>): Uint8Array {
  return encodeMessage(messages, "tfplugin6.GetProviderSchema.Response", schemaAnswer(provider));
}
