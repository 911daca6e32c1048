import type { ApiRecord } from "../../client";
import type { Collection } from "../../client/collections/collection";
import type { JsonObject } from "../../client/json";
import type { ResourceApi } from "../../client/reads/resource-api";
import { toApi } from "../../declaration/api-form";
import { clearedExtraFields, splitObserved } from "../../declaration/extra-fields";
import type { DeclaredFields } from "../../declaration/field";
import { withoutEmptyFields, withServerDefaults } from "../../declaration/server-defaults";
import { type CompoundShape, declaredFieldsOf } from "../../declaration/shape";
import { type Diagnostic, DiagnosticError, type ObjectValue, problem, type Resource } from "../../plugin";
import { keepOtherFields, sendWithOtherFields } from "./other-fields";
import { type ReferrerType, warningsOfReferrers } from "./referrers";
import { quoted, reportFailure } from "./report-failure";
import { schemaOf } from "./schema";
import type { Call, Session } from "./session";
import { locateInBody, objectFromTerraform, objectToTerraform } from "./terraform-form";
import { type OpenLists, unknownElements, withoutUnknownElements, withUnknownElements } from "./unknown-elements";
import { assertDeployment, checkDeployment, validateConfig } from "./validate-config";

/**
 * Returns the Terraform state of an observed object, with one form of absence and with server defaults filled in. The
 * runtime converts it to the author's form.
 */
export function toResourceState(shape: CompoundShape, observed: DeclaredFields): ObjectValue {
  return objectToTerraform(shape, withServerDefaults(shape, withoutEmptyFields(shape, observed)) as DeclaredFields);
}

export interface BodyParts {
  /** The plan, without write-only fields. */
  readonly declared: DeclaredFields;
  /** The configuration, which contains the values of write-only fields. */
  readonly config: DeclaredFields;
  /** The prior state; undefined for a create. */
  readonly prior?: DeclaredFields;
}

export interface PlannedObject extends BodyParts, Call {}

/** A resource that the server stores in nearly the declared form. */
interface PlainResourceType<Stored extends ApiRecord, Body extends JsonObject> {
  readonly api: Pick<ResourceApi<Stored, Body, Body, Stored>, "name" | "isPredefined" | "updateMethod">;
  readonly shape: CompoundShape;
  readonly description: string;
  /** Data source that looks up the objects. Default: made from the name in the API. */
  readonly dataSource?: string;
  readonly collection: (session: Session) => Collection<Stored, Body>;
  readonly body: (parts: BodyParts) => JsonObject;
  /** @param before the plan after a write, the prior state in a read */
  readonly observed: (record: Stored, before: DeclaredFields) => DeclaredFields;
  /** Returns the problems of a change that the server would refuse. */
  readonly checkPlan?: (plan: PlannedObject) => readonly Diagnostic[] | Promise<readonly Diagnostic[]>;
  /** Returns the words that messages use for an object. Default: its name in quotes. */
  readonly title?: (fields: ObjectValue) => string;
  /** Lists whose elements can have forms that cannot be declared. */
  readonly openLists?: OpenLists;
  /** Types of objects that may refer to the object. The plan of a destroy warns of them. */
  readonly referrers?: readonly ReferrerType[];
}

type CommonParts<Stored extends ApiRecord, Body extends JsonObject> = Pick<
  PlainResourceType<Stored, Body>,
  "api" | "shape" | "description" | "collection" | "title"
>;

/** Returns the handlers that all resources with a single id share. By default a destroy's messages name the id. */
export function commonHandlers<Stored extends ApiRecord, Body extends JsonObject>(type: CommonParts<Stored, Body>) {
  const { api, shape, description, collection, title = ({ id }) => String(id) } = type;
  return {
    schema: schemaOf(shape, description),

    validate: ({ config }) => validateConfig(shape, config),

    expectRead: ({ state }, { session }) => session && collection(session).expectRead(String(state.id)),

    async delete({ state }, { session, signal }) {
      await reportFailure(`delete the ${api.name} ${title(state)}`, () =>
        collection(session).delete(String(state.id), { signal }),
      );
    },

    import: async ({ id }) => ({ state: { id } }),
  } satisfies Partial<Resource<Session>>;
}

/** @param stateOf returns the state of a record; `before` is the prior state */
export function readableHandlers<Stored extends ApiRecord, Body extends JsonObject>(
  type: CommonParts<Stored, Body>,
  stateOf: (record: Stored, before: ObjectValue) => ObjectValue,
) {
  const { api, collection } = type;
  return {
    ...commonHandlers(type),

    async read({ state }, { session, signal }) {
      const id = String(state.id);
      const record = await reportFailure(`read the ${api.name} ${id}`, () => collection(session).read(id, { signal }));
      return record ? { state: stateOf(record, state) } : null;
    },
  } satisfies Partial<Resource<Session>>;
}

/** Returns the handlers of a resource with an id and a name that the server stores in nearly the declared form. */
export function plainResource<Stored extends ApiRecord, Body extends JsonObject>(
  resourceType: PlainResourceType<Stored, Body>,
): Resource<Session> {
  const { api, shape, collection, observed, title = ({ name }) => `"${String(name)}"` } = resourceType;
  const noun = api.name;
  const { dataSource = `clickstack_${noun.replaceAll(" ", "_")}` } = resourceType;
  const locate = locateInBody(shape);
  const declaredOf = (value: ObjectValue) => objectFromTerraform(shape, value);
  const stateOf = (record: Stored, before: ObjectValue) => {
    if (api.isPredefined?.(record)) {
      const detail = `ClickHouse Cloud predefines the ${noun} ${quoted(String(record.name))}, and it cannot be changed.\nFix: Look it up with the data source ${dataSource}.`;
      throw new DiagnosticError(problem(`A predefined ${noun} cannot be managed`, detail));
    }
    return toResourceState(shape, observed(record, declaredOf(before)));
  };
  const bodyOf = (parts: BodyParts) => {
    const { id: _, otherFields: __, ...body } = resourceType.body(parts);
    const cleared = api.updateMethod === "PATCH" ? clearedExtraFields(parts.declared, parts.prior) : {};
    return { ...cleared, ...(toApi(shape, body) as Body & object) };
  };

  return {
    ...readableHandlers({ ...resourceType, title }, stateOf),

    async modifyPlan({ config, plan, state }, { session, signal }) {
      const kept = keepOtherFields(shape, plan, state);
      if (!session) {
        return { plan: kept };
      }
      const unsupported = collection(session).unsupported(state ? "update" : "create");
      if (unsupported !== undefined) {
        return { diagnostics: [problem(`Cannot manage the ${noun}`, unsupported)] };
      }
      const parts = {
        declared: declaredOf(plan),
        config: declaredOf(config),
        ...(state && { prior: declaredOf(state) }),
      };
      const refusals = (await resourceType.checkPlan?.({ ...parts, session, signal })) ?? [];
      return {
        plan: kept,
        diagnostics: [...checkDeployment(shape, config, session), ...refusals],
      };
    },

    async planDestroy({ state }, { session, signal }) {
      const { referrers = [] } = resourceType;
      return session && { diagnostics: await warningsOfReferrers(noun, state, referrers, { session, signal }) };
    },

    async create({ plan, config }, { session, signal }) {
      assertDeployment(shape, config, session);
      const body = bodyOf({ declared: declaredOf(plan), config: declaredOf(config) });
      const record = await reportFailure(
        `create the ${noun} ${title(plan)}`,
        () => collection(session).create(body, { signal, adopts: session.adopts }),
        locate,
      );
      return { state: stateOf(record, plan) };
    },

    async update({ plan, config, state }, { session, signal }) {
      assertDeployment(shape, config, session);
      const declared = declaredOf(plan);
      const body = bodyOf({ declared, config: declaredOf(config), prior: declaredOf(state) });
      const otherFields = declared.otherFields as Record<string, string> | undefined;
      const whole = withUnknownElements(body, otherFields, resourceType.openLists ?? {});
      const send = (sent: Body) => collection(session).update(String(state.id), sent, { signal });
      const { record, diagnostics } = await reportFailure(
        `update the ${noun} ${title(plan)}`,
        () => sendWithOtherFields(whole, body, send),
        locate,
      );
      return { state: stateOf(record, plan), ...(diagnostics && { diagnostics }) };
    },
  };
}

/**
 * Returns a record in the declared form. Fields that cannot be declared are in `extraFields` of the objects that declare
 * them, and otherwise in `otherFields`.
 * @param before the plan after a write, the prior state in a read
 */
export function observedWithOthers(
  shape: CompoundShape,
  record: JsonObject,
  before: DeclaredFields = {},
  openLists: OpenLists = {},
): DeclaredFields {
  const { known, other: others } = splitObserved(shape, withoutUnknownElements(record, openLists), before);
  const other = { ...others, ...unknownElements(record, openLists) };
  const isCarried = Object.keys(other).length > 0 && declaredFieldsOf(shape).some(({ name }) => name === "otherFields");
  return { ...(known as DeclaredFields), ...(isCarried && { otherFields: other }) };
}
