import { writeFileSync } from "node:fs";
import {
  FunctionArgumentError,
  isUnknownValue,
  type Provider,
  UnknownConfigurationError,
} from "../../../../src/plugin";
import { Store } from "./store";
import { thing } from "./thing";

/** A provider that uses every capability of the runtime once. */
export const trialProvider: Provider<Store> = {
  schema: {
    description: "A provider for tests.",
    attributes: { folder: { type: "string", description: "Where things are stored.", required: true } },
  },
  configure: async ({ config, terraformVersion }, { log, warn }) => {
    log.info("configured", { terraformVersion });
    if (isUnknownValue(config.folder ?? null)) {
      throw new UnknownConfigurationError({
        severity: "error",
        summary: "The folder is not known yet",
        detail: "Fix: apply first what it comes from.",
      });
    }
    const folder = String(config.folder);
    return { session: new Store(folder, warn), close: () => writeFileSync(`${folder}.closed`, "") };
  },
  resources: { trial_thing: thing },
  dataSources: {
    trial_thing: {
      schema: {
        description: "Looks up a thing.",
        attributes: {
          id: { type: "string", description: "Its id.", required: true },
          revision: { type: "number", description: "How often it was written.", computed: true },
          unit: { type: "string", description: "Of the revision.", optional: true, default: "writes" },
        },
      },
      read: async ({ config }, { session }) => ({ state: { revision: session.revision(String(config.id)) ?? null } }),
    },
  },
  ephemeralResources: {
    trial_ticket: {
      schema: {
        description: "A ticket for a while.",
        attributes: {
          holder: { type: "string", description: "Whose.", required: true },
          code: { type: "string", description: "What to show.", computed: true, sensitive: true },
        },
      },
      open: async ({ config }) => ({
        result: { code: `ticket of ${config.holder}` },
        renewAt: new Date("2040-01-01T00:00:00Z"),
        private: { holder: String(config.holder), renewed: 0 },
      }),
      renew: async ({ private: kept }) => ({ private: { ...kept, renewed: Number(kept.renewed) + 1 } }),
      close: async ({ private: kept }, { session }) => session.write(`closed ${kept.holder}`, Number(kept.renewed)),
    },
    trial_stored: {
      schema: {
        description: "What the store holds, for a while.",
        attributes: {
          id: { type: "string", description: "Its id.", required: true },
          revision: { type: "number", description: "How often it was written.", computed: true },
        },
      },
      open: async ({ config }, { session }) => ({ result: { revision: session.revision(String(config.id)) ?? null } }),
    },
  },
  listResources: {
    trial_thing: {
      schema: {
        description: "Lists things.",
        attributes: { prefix: { type: "string", description: "How their names begin.", required: true } },
      },
      async *list({ config, includeResource }) {
        for (let number = 1; ; number += 1) {
          const id = `${config.prefix}${number}`;
          if (id === "broken3") {
            throw new Error("the list ends in the middle");
          }
          yield {
            identity: { id },
            displayName: `Thing ${id}`,
            ...(includeResource ? { resource: { id, name: id } } : {}),
          };
        }
      },
    },
  },
  functions: {
    shout: {
      summary: "Shouts.",
      description: "Makes a text loud.",
      parameters: [{ name: "text", type: "string", description: "What to shout." }],
      variadic: { name: "more", type: "string", description: "What to shout after it." },
      returns: "string",
      call: ([first, ...more]) => {
        if (first === "") {
          throw new FunctionArgumentError(0, "There is nothing to shout.");
        }
        return [first, ...more].join(" ").toUpperCase();
      },
    },
  },
};
