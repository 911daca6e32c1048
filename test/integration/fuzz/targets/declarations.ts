import fc from "fast-check";
import { createLog, type Schema, type Value } from "../../../../src/plugin";
import { Secrets } from "../../../../src/plugin/log/log";
import { complete } from "../../../../src/plugin/plan/nested";
import { allHandlers } from "../../../../src/plugin/rpc/all-handlers";
import { ProviderServer } from "../../../../src/plugin/rpc/provider-server";
import { schemaType } from "../../../../src/plugin/schema/schema";
import { readValue, writeValue } from "../../../../src/plugin/values/dynamic-message";
import { isObjectValue, type ObjectValue } from "../../../../src/plugin/values/value";
import { provider } from "../../../../src/provider/provider";
import { toTerraform } from "../../../../src/resources/shared/terraform-form";
import { declarationWith, plausible } from "../generators/declarations";
import { changedValue } from "../generators/values";
import { must, mustBeWords, pureTarget } from "../target";

type Call =
  | "validateProviderConfig"
  | "validateResourceConfig"
  | "validateDataResourceConfig"
  | "validateEphemeralResourceConfig";

/** A declaration, and the function that validates its configuration. */
const DECLARED: Readonly<Record<Call, Readonly<Record<string, { readonly schema: Schema }>>>> = {
  validateProviderConfig: { "": provider },
  validateResourceConfig: provider.resources,
  validateDataResourceConfig: provider.dataSources ?? {},
  validateEphemeralResourceConfig: provider.ephemeralResources ?? {},
};

const schemaFor = (call: Call, typeName: string): Schema => DECLARED[call][typeName]?.schema ?? provider.schema;

const MESSAGE = { json: new Uint8Array() };

/**
 * Generates a configuration or a state in the form in which the engine sends it: plausible values with changes that
 * keep the type.
 */
function anyOf(schema: Schema): fc.Arbitrary<ObjectValue> {
  const shape = declarationWith(Object.keys(schema.attributes ?? {}));
  if (!shape) {
    throw new Error("A schema was made without a declaration.");
  }
  const whole = plausible(shape).map((value) => complete(schema.attributes, toTerraform(shape, value) as ObjectValue));
  return changedValue(schemaType(schema), whole).filter(isObjectValue);
}

function casesOf(call: Call): fc.Arbitrary<Case>[] {
  return Object.entries(DECLARED[call]).map(([typeName, { schema }]) => {
    const config = anyOf(schema);
    const prior = call === "validateResourceConfig" ? fc.option(config) : fc.constant(null);
    return fc.record({ call: fc.constant(call), typeName: fc.constant(typeName), config, prior });
  });
}

interface Case {
  readonly call: Call;
  readonly typeName: string;
  readonly config: ObjectValue;
  readonly prior: ObjectValue | null;
}

const cases = fc.oneof(...(Object.keys(DECLARED) as Call[]).flatMap(casesOf));

/**
 * Configurations and states that the engine may send, with unknown values in any place. Validation and plan return
 * clear diagnostics and throw no other errors.
 */
export const declarationsInProvider = pureTarget(
  "declarations",
  30,
  cases,
  async ({ call, typeName, config, prior }) => {
    const schema = schemaFor(call, typeName);
    const faults: string[] = [];
    const log = createLog({ level: "error", module: "fuzz", write: (line) => faults.push(line) });
    const handlers = allHandlers(new ProviderServer(provider, log, new Secrets()));
    const type = schemaType(schema);
    const message = (value: Value) => ({ ...MESSAGE, ...writeValue(type, value) });
    const validated = await handlers[call]?.({ typeName, config: message(config) } as never);
    const planned =
      call === "validateResourceConfig"
        ? await handlers.planResourceChange?.({
            typeName,
            priorState: message(prior),
            proposedNewState: message(config),
            config: message(config),
            priorPrivate: new Uint8Array(),
            priorIdentity: undefined,
            providerMeta: undefined,
            clientCapabilities: undefined,
          } as never)
        : undefined;
    must(faults.length === 0, () => `${typeName} failed by itself: ${faults.join("")}`);
    for (const { summary = "", detail = "" } of [...(validated?.diagnostics ?? []), ...(planned?.diagnostics ?? [])]) {
      mustBeWords(summary);
      mustBeWords(detail);
    }
    if (planned?.plannedState) {
      readValue(type, { ...MESSAGE, ...planned.plannedState } as never);
    }
  },
);
