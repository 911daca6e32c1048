import { isUnknownValue, type Schema, UNKNOWN } from "../../../../src/plugin";

/** Schema with one attribute for each feature of the runtime. */
export const thingSchema: Schema = {
  version: 2,
  description: "A thing.",
  attributes: {
    id: { type: "string", description: "Its name in the store.", computed: true },
    name: { type: "string", description: "A name.", required: true },
    count_of: { type: "number", description: "How many.", optional: true, default: 1 },
    label: {
      type: "string",
      description: "Shown. Follows the name.",
      optional: true,
      default: ({ name }) => (isUnknownValue(name) ? UNKNOWN : `label of ${name}`),
    },
    level: {
      type: "string",
      description: "Upper and lower case mean the same.",
      optional: true,
      semanticallyEqual: (prior, configured) => String(prior).toLowerCase() === String(configured).toLowerCase(),
    },
    region: { type: "string", description: "Stays.", optional: true, requiresReplace: true },
    big: { type: "number", description: "Any number.", optional: true },
    fractions: { type: { list: "number" }, description: "Any numbers.", optional: true },
    anything: { type: "dynamic", description: "Any value.", optional: true },
    tags: { type: { set: "string" }, description: "In no order.", optional: true },
    token: { type: "string", description: "Made by the store.", computed: true, sensitive: true },
    revision: { type: "number", description: "Counts writes.", computed: true },
    secret: { type: "string", description: "Never stored.", optional: true, writeOnly: true },
    secret_length: { type: "number", description: "What the handler saw of the secret.", computed: true },
    tiles: {
      description: "By key.",
      optional: true,
      nested: {
        nesting: "map",
        attributes: {
          id: { type: "string", description: "Made by the store.", computed: true },
          title: { type: "string", description: "A title.", required: true },
          width: { type: "number", description: "Columns.", optional: true, default: 8 },
        },
      },
    },
    rules: {
      description: "In order.",
      optional: true,
      nested: {
        nesting: "list",
        attributes: {
          id: { type: "string", description: "Made by the store.", computed: true },
          source: { type: "string", description: "From where.", required: true },
        },
      },
    },
    misbehave: {
      type: "string",
      description:
        "throw | refuse | half | differ | no_id | unknown | unfit | wait | give_up | hold | warn: what the next write does.",
      optional: true,
    },
  },
};
