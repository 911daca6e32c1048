import { file_go_plugin, GRPCController, GRPCStdio } from "../../src/plugin/protocol/go_plugin_pb";
import { file_tfplugin6, Provider } from "../../src/plugin/protocol/tfplugin6_pb";
import { messagesOf, serviceOf } from "./describe";

/**
 * The text of src/plugin/protocol/tables.ts, not formatted yet: as plain data, what the runtime's codec needs to know of the protocol's
 * messages, so that a provider's start does not wait for descriptors to be built.
 */
export function tablesText(): string {
  return `// Made by "npm run protocol" from the descriptors in tfplugin6_pb.ts and go_plugin_pb.ts.
import type { Messages, Service } from "../wire/decode-message";

export const messages: Messages = ${JSON.stringify(messagesOf([file_tfplugin6, file_go_plugin]))};

export const providerService: Service = ${JSON.stringify(serviceOf(Provider))};

export const controllerService: Service = ${JSON.stringify(serviceOf(GRPCController))};

export const stdioService: Service = ${JSON.stringify(serviceOf(GRPCStdio))};
`;
}
