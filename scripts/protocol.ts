import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { file_go_plugin, GRPCController, GRPCStdio } from "../src/plugin/protocol/go_plugin_pb";
import { file_tfplugin6, Provider } from "../src/plugin/protocol/tfplugin6_pb";
import { messagesOf, serviceOf } from "./protocol/describe";

/**
 * Writes down as plain data what the runtime's codec needs to know of the protocol's messages, so that a provider's start
 * does not wait for descriptors to be built. Run it after the _pb.ts files were made anew.
 */
const ROOT = join(__dirname, "..");
const TARGET = join(ROOT, "src", "plugin", "protocol", "tables.ts");

const text = `// Made by scripts/protocol.ts from the descriptors in tfplugin6_pb.ts and go_plugin_pb.ts.
import type { Messages, Service } from "../wire/message-field";

export const messages: Messages = ${JSON.stringify(messagesOf([file_tfplugin6, file_go_plugin]))};

export const providerService: Service = ${JSON.stringify(serviceOf(Provider))};

export const controllerService: Service = ${JSON.stringify(serviceOf(GRPCController))};

export const stdioService: Service = ${JSON.stringify(serviceOf(GRPCStdio))};
`;

writeFileSync(TARGET, text);
const biome = join(ROOT, "node_modules", "@biomejs", "biome", "bin", "biome");
execFileSync(process.execPath, [biome, "format", "--write", relative(ROOT, TARGET)], { cwd: ROOT, stdio: "inherit" });
