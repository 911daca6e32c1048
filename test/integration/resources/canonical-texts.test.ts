import { differences } from "../../../src/cli/engine/plan-json";
import type { Deployment } from "../../../src/client";
import type { DeclaredFields, FieldMeta } from "../../../src/declaration/field";
import { type CompoundShape, compoundShapeOf, type Shape } from "../../../src/declaration/shape";
import { partsOf } from "../../../src/declaration/visitor";
import { provider } from "../../../src/provider/provider";
import { resourceTypes } from "../../../src/resources/registry";
import type { ResourceType } from "../../../src/resources/resource-type";
import { objectToTerraform } from "../../../src/resources/shared/terraform-form";
import { supportedPart } from "../../contract/declarations/deployed";
import { createTargets, fullDeclarations } from "../../contract/declarations/full-declarations";
import { emulatorForTests } from "../../support/emulator/emulator-for-tests";
import { FaultProxy } from "../../support/fault-proxy";
import { type Held, ProviderRun, resource } from "../../support/provider-in-process";

/** A letter with two canonically equivalent forms, and a letter that is only compatible with "fi". */
const ADDITION = "\u00e9\ufb01";

/** Forms in which a server can return the texts of a request. */
const DECOMPOSED = (json: string) => json.normalize("NFD");
const ESCAPED = (json: string) => json.replaceAll("\u00e9", "e\\u0301");
const COMPATIBLE = (json: string) => json.replaceAll("\ufb01", "fi");
const HALF = (json: string) => json.replaceAll("\u00e9", "\\ud800");
const AS_STORED = (json: string) => json;

const emulator = emulatorForTests({ switches: { teamRoles: true } });
let proxy: FaultProxy;
let declarations: Readonly<Record<string, Readonly<Record<string, DeclaredFields>>>>;

beforeAll(async () => {
  proxy = new FaultProxy(new URL(emulator.endpoints.openSource.endpoint).origin);
  await proxy.start();
  declarations = {
    ...fullDeclarations(await createTargets(emulator)),
    clickstack_api_key: {
      key: {
        name: "Key",
        state: "enabled",
        roleNames: ["Developer"],
        secretInState: true,
        ipAccessList: [{ source: "203.0.113.0/24", description: "Office" }],
      },
    },
  };
});
afterAll(() => proxy.stop());

/** Runs a phase in a new process of the provider. The server returns texts to it in the given form. */
async function inForm<T>(
  form: (json: string) => string,
  observability: Deployment,
  work: (run: ProviderRun) => Promise<T>,
): Promise<T> {
  proxy.handle = async (exchange) => {
    const response = await exchange.forward();
    exchange.send({ ...response, body: Buffer.from(form(response.body.toString())) });
  };
  const at = <E extends { readonly endpoint: string }>(endpoint: E) => ({
    ...endpoint,
    endpoint: endpoint.endpoint.replace(/^http:\/\/[^/]+/, proxy.endpoint),
  });
  await using run = new ProviderRun({
    openSource: at(emulator.endpoints.openSource),
    managed: { ...at(emulator.endpoints.managed), product: "clickstack", requestsPerWindow: 100_000 },
    observability,
  });
  return await work(run);
}

/** The ids of this server. */
const ID = /^[0-9a-f-]{24,36}$/;

type Path = readonly (string | number)[];

/** Returns the path of every text that an author chooses and a server returns. */
function textsIn(shape: Shape, value: unknown, path: Path = []): readonly Path[] {
  if (shape.kind === "string") {
    return shape.values || typeof value !== "string" || ID.test(value) ? [] : [path];
  }
  const parts = partsOf(shape, value);
  const versions = new Set(parts.map(({ field }) => field?.meta.sentAgainWith));
  return parts
    .filter(({ field, value: part }) => part !== undefined && !versions.has(field?.name) && !isHidden(field?.meta))
    .flatMap(({ step, shape: inner, value: part }) =>
      textsIn(inner, part, [...path, typeof step === "object" ? step.key : step]),
    );
}

function isHidden(meta: FieldMeta | undefined): boolean {
  return Boolean(meta?.writeOnly || meta?.sensitive || meta?.sentAgainWith);
}

function withAddition(value: unknown, [step, ...rest]: Path): unknown {
  if (step === undefined) {
    return `${value}${ADDITION}`;
  }
  if (Array.isArray(value)) {
    return value.map((each, index) => (index === step ? withAddition(each, rest) : each));
  }
  const fields = value as DeclaredFields;
  return { ...fields, [step]: withAddition(fields[step], rest) };
}

/** Returns the declaration with the addition in every text that the provider accepts with the addition. */
async function accented(type: string, shape: CompoundShape, declared: DeclaredFields) {
  let kept = declared;
  const texts: Path[] = [];
  for (const path of textsIn(shape, declared)) {
    const next = withAddition(kept, path) as DeclaredFields;
    const found = await resource(type).validate?.({ config: objectToTerraform(shape, next) });
    if (!found?.some(({ severity }) => severity === "error")) {
      kept = next;
      texts.push(path);
    }
  }
  return { config: objectToTerraform(shape, kept), texts };
}

/** Types whose fields are ids, and values that the server determines. */
const WITHOUT_TEXTS: readonly string[] = ["clickstack_source_links", "clickstack_team"];

const TYPES = (resourceTypes as readonly ResourceType[]).filter(({ type }) => provider.resources[type]);

describe.each(TYPES.map((type) => [type.type, type] as const))("%s", (type, { declaration, api }) => {
  const isOpenSource = api !== undefined && Object.hasOwn(api.capabilities, "open_source");
  const phase = <T>(form: (json: string) => string, work: (run: ProviderRun) => Promise<T>) =>
    inForm(form, isOpenSource ? "open_source" : "managed", work);
  const shape = compoundShapeOf(declaration?.() as never);

  test("can be changed and deleted if its texts have any canonically equivalent form", async () => {
    const handlers = resource(type);
    for (const [name, declared] of Object.entries(declarations[type] ?? {})) {
      const { config, texts } = await accented(
        type,
        shape,
        supportedPart(isOpenSource ? "open-source" : "managed", shape, declared) as DeclaredFields,
      );
      if (texts.length === 0) {
        expect(WITHOUT_TEXTS).toContain(type);
        return;
      }
      let held = await phase(AS_STORED, (run) => run.apply(handlers, config));
      for (const form of [DECOMPOSED, ESCAPED]) {
        const read = (await phase(form, (run) => run.refresh(handlers, held))) as Held;
        expect(differences(held.state, read.state)).toEqual([]);
        const { plan } = await phase(form, (run) => run.plan(handlers, config, read));
        expect(differences(read.state, plan)).toEqual([]);
        held = await phase(form, (run) => run.update(handlers, config, plan, read));
      }
      const changed = (await phase(COMPATIBLE, (run) => run.refresh(handlers, held))) as Held;
      expect([name, differences(held.state, changed.state).length]).toEqual([name, texts.length]);
      const broken = (await phase(HALF, (run) => run.refresh(handlers, held))) as Held;
      expect([name, differences(held.state, broken.state).length]).toEqual([name, texts.length]);
      await phase(DECOMPOSED, (run) => run.destroy(handlers, held));
    }
  });
});
