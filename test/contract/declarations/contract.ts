import { attributeName, type DeclaredFields } from "../../../src/declaration/field";
import { type CompoundShape, collectFields, compoundShapeOf, type Shape } from "../../../src/declaration/shape";
import { partsOf } from "../../../src/declaration/visitor";
import type { Emulator, Endpoints } from "../../../src/emulator";
import { DiagnosticError, type ObjectValue, planChange, type Resource } from "../../../src/plugin";
import { complete } from "../../../src/plugin/plan/nested";
import { provider } from "../../../src/provider/provider";
import { resourceTypes } from "../../../src/resources/registry";
import type { ResourceType } from "../../../src/resources/resource-type";
import type { Session } from "../../../src/resources/shared/session";
import { objectToTerraform } from "../../../src/resources/shared/terraform-form";
import type { DeploymentName } from "../../support/deployment-fields";
import { ProviderRun } from "../../support/provider-in-process";
import { supportedPart } from "./deployed";
import { createTargets, type Declarations, fullDeclarations } from "./full-declarations";
import { type Mutation, mutationsOf } from "./mutations";

export const DEPLOYMENTS = ["open-source", "managed"] as const;

/** A declaration that one side accepts and the other side refuses. */
export interface Disagreement {
  readonly deployment: DeploymentName;
  readonly type: string;
  readonly declaration: string;
  readonly path: string;
  readonly change: string;
  readonly refusedBy: "provider" | "server";
  readonly message: string;
}

interface DeclaredType {
  readonly type: string;
  readonly shape: CompoundShape;
  readonly resource: Resource<Session>;
  readonly capabilities: object;
}

/** Compares the provider's validation with the emulator's. */
export class Contract implements AsyncDisposable {
  readonly #runs: Readonly<Record<DeploymentName, ProviderRun>>;

  private constructor(
    { openSource, managed }: Endpoints,
    private readonly declarations: Readonly<Record<string, Declarations>>,
    private readonly step: number,
  ) {
    const cloud = { ...managed, product: "clickstack" as const, requestsPerWindow: 100_000 };
    this.#runs = {
      "open-source": new ProviderRun({ openSource, managed: cloud, observability: "open_source" }),
      managed: new ProviderRun({ managed: cloud }),
    };
  }

  /** @param step compares the first change of each kind and every `step`-th change */
  static async open(emulator: Emulator, step: number): Promise<Contract> {
    return new Contract(emulator.endpoints, fullDeclarations(await createTargets(emulator)), step);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(Object.values(this.#runs).map((run) => run[Symbol.asyncDispose]()));
  }

  /** Returns every compared change about which the two sides disagree. */
  async disagreements(deployment: DeploymentName, type: string): Promise<readonly Disagreement[]> {
    const declared = declaredType(type);
    const done = new Set<object>();
    const compared = new Set<string>();
    const isChosen = chosen(this.step);
    const found: Disagreement[] = [];
    for (const [name, whole] of Object.entries(this.#supported(deployment, declared))) {
      const changed = mutationsOf(declared.shape, whole, done);
      for (const mutation of [{ path: "", change: "none", value: whole }, ...changed.filter(isChosen)]) {
        const config = completeConfig(
          declared.resource,
          objectToTerraform(declared.shape, mutation.value as DeclaredFields),
        );
        // A field that is removed and one that is null are the same configuration.
        const text = JSON.stringify([mutation.isTypeError, config]);
        const disagreement = compared.has(text)
          ? undefined
          : await this.#compare(deployment, declared, mutation, config);
        compared.add(text);
        if (disagreement) {
          found.push({ deployment, type, declaration: name, ...disagreement });
        }
      }
    }
    return found;
  }

  /** Returns the attributes that no full declaration of a resource type contains. */
  missingFields(type: string): readonly string[] {
    const { shape } = declaredType(type);
    const present = new Set(Object.values(this.declarations[type] ?? {}).flatMap((whole) => givenFields(shape, whole)));
    return collectFields(shape).flatMap((field) =>
      present.has(field) || isReadOnlyWithin(shape, field) || field.name === "extraFields"
        ? []
        : [attributeName(field)],
    );
  }

  #supported(deployment: DeploymentName, { type, shape, capabilities }: DeclaredType): Declarations {
    if (!Object.hasOwn(capabilities, deployment.replace("-", "_"))) {
      return {};
    }
    const isOffered = ({ source }: DeclaredFields) => deployment === "open-source" || source !== "inline";
    const offered = Object.entries(this.declarations[type] ?? {}).filter(([, whole]) => isOffered(whole));
    return Object.fromEntries(
      offered.map(([name, whole]) => [name, supportedPart(deployment, shape, whole) as DeclaredFields]),
    );
  }

  async #compare(
    deployment: DeploymentName,
    { type, resource }: DeclaredType,
    mutation: Mutation,
    config: ObjectValue,
  ) {
    const refused = (await resource.validate?.({ config }))?.find(({ severity }) => severity === "error");
    const { path, change } = mutation;
    if (mutation.isTypeError) {
      // An engine converts or refuses such a value, so the server never gets it.
      return refused ? undefined : { path, change, refusedBy: "server" as const, message: "A value of another type" };
    }
    const { isAccepted, message } = await this.#create(this.#runs[deployment], type, resource, config);
    if (isAccepted === (refused === undefined)) {
      return undefined;
    }
    return isAccepted
      ? { path, change, refusedBy: "provider" as const, message: `${refused?.summary}: ${refused?.detail}` }
      : { path, change, refusedBy: "server" as const, message };
  }

  /** Creates the object without the provider's validation. If names are unique, it also deletes the object. */
  async #create(run: ProviderRun, type: string, resource: Resource<Session>, config: ObjectValue) {
    const fields = resource.schema.attributes;
    const hasUniqueNames = /webhook|role|team/.test(type);
    try {
      const { plan } = /webhook/.test(type)
        ? await run.plan(resource, config)
        : planChange(resource.schema, complete(fields, config), null);
      const held = await run.create(resource, config, plan);
      // A create returns the planned values even if the server stores other values. The plan reads the stored values
      // before it destroys the object.
      const read = hasUniqueNames ? await run.refresh(resource, held) : null;
      if (read) {
        await run.destroy(resource, read);
      }
      return { isAccepted: true, message: "" };
    } catch (error) {
      // A handler relies on the validation. Without it, the handler can fail in any way for an invalid value.
      const diagnostics = error instanceof DiagnosticError ? error.diagnostics.map(({ detail }) => detail) : [error];
      return { isAccepted: false, message: diagnostics.join(" ") };
    }
  }
}

/**
 * Selects the first change of each kind, and every `step`-th other change. All changes to other values count as one
 * kind.
 */
function chosen(step: number): (mutation: Mutation) => boolean {
  const kinds = new Set<string>();
  let index = 0;
  return ({ change }) => {
    const kind = change.replace(/^choice .*/s, "choice");
    const isFirst = !kinds.has(kind);
    kinds.add(kind);
    index += 1;
    return isFirst || index % step === 0;
  };
}

function declaredType(type: string): DeclaredType {
  const found = (resourceTypes as readonly ResourceType[]).find((each) => each.type === type);
  const resource = provider.resources[type];
  if (!found?.declaration || !found.api || !resource) {
    throw new Error(`There is no declaration of ${type}.`);
  }
  const shape = compoundShapeOf(found.declaration());
  const { scope, capabilities } = found.api;
  const both = { open_source: true, managed: true };
  return { type, shape, resource, capabilities: scope === "organization" ? both : capabilities };
}

function completeConfig({ schema }: Resource<Session>, config: ObjectValue): ObjectValue {
  const fields = schema.attributes;
  const written = Object.entries(config).filter(([name]) => fields[name]?.writeOnly);
  return { ...complete(fields, config), ...Object.fromEntries(written) };
}

/** Returns the declared fields of a value, at every depth. */
function givenFields(shape: Shape, value: unknown): readonly object[] {
  return partsOf(shape, value).flatMap(({ field, shape: inner, value: part }) => {
    if (part === undefined || part === null) {
      return [];
    }
    return [...(field ? [field] : []), ...givenFields(inner, part)];
  });
}

/** Returns true if no author can set a field, because it or a field around it is read-only. */
function isReadOnlyWithin(shape: Shape, wanted: object): boolean {
  return collectFields(shape).some(
    (field) => field.meta.readOnly && (field === wanted || collectFields(field.shape).some((each) => each === wanted)),
  );
}
