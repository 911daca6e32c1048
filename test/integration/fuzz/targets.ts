import type { Target } from "./target";
import { commandLines } from "./targets/arguments";
import { apiResponses } from "./targets/client";
import { declarationsInProvider } from "./targets/declarations";
import { driftRules } from "./targets/drift-rules";
import { emulatorSequences } from "./targets/emulator-sequences";
import { exportedBodies } from "./targets/exported-bodies";
import { importedPrograms } from "./targets/imported-programs";
import { protocolMessages } from "./targets/messages";
import { msgpack } from "./targets/msgpack";
import { providerResponses } from "./targets/provider";
import { stateJson } from "./targets/state-json";
import { propsAtSynthesis } from "./targets/synthesis";

/** All parts that read input from other programs or users. */
export const targets: readonly Target[] = [
  msgpack,
  stateJson,
  protocolMessages,
  declarationsInProvider,
  propsAtSynthesis,
  driftRules,
  exportedBodies,
  importedPrograms,
  commandLines,
  apiResponses,
  providerResponses,
  emulatorSequences,
] as readonly Target[];
