import type { ObjectScope } from "../../client/collections/deployments";
import { DiagnosticError, type IdentitySchema, type ObjectValue, problem } from "../../plugin";
import { remember } from "../../remember";
import type { TypeWithObjects } from "../resource-type";
import type { ResourceHooks } from "./hooks";
import { withArticle } from "./report-failure";
import type { Session } from "./session";

type IdentifiedType = Pick<TypeWithObjects, "api">;

type ScopeAttribute = "deployment" | "organization_id" | "service_id";

const SCOPE: Readonly<Record<ScopeAttribute, { readonly field: keyof ObjectScope; readonly description: string }>> = {
  deployment: {
    field: "deployment",
    description: "The deployment of the object: `open_source` or `managed`. Default: the provider's.",
  },
  organization_id: {
    field: "organizationId",
    description: "The organization in ClickHouse Cloud. Default: the provider's. None in the open-source deployment.",
  },
  service_id: {
    field: "serviceId",
    description:
      "The service that runs managed ClickStack. Default: the provider's. None in the open-source deployment.",
  },
};

/** Returns the identity schema of a resource type: the location of the object and its id, which no rename changes. */
function identitySchemaOf({ api }: IdentifiedType): IdentitySchema {
  const scope = scopeAttributes(api).map(
    (name) => [name, { type: "string", description: SCOPE[name].description, optionalForImport: true }] as const,
  );
  const id = { type: "string", description: `The id of the ${api.name}.`, requiredForImport: true } as const;
  return { attributes: { ...Object.fromEntries(scope), id } };
}

function scopeAttributes({ scope }: IdentifiedType["api"]): readonly ScopeAttribute[] {
  return scope === "organization" ? ["deployment", "organization_id"] : ["deployment", "organization_id", "service_id"];
}

/** Returns the identity of an object; undefined for one without an id. */
export function identityOf({ api }: IdentifiedType, id: unknown, session: Session): ObjectValue | undefined {
  return typeof id === "string" && id !== "" ? { ...scopeIn(session)(api), id } : undefined;
}

/** Cached, because all objects of a resource type in one session have the same location. */
const scopeIn = remember(({ client }: Session) =>
  remember((api: IdentifiedType["api"]) => scopeOf(api, client.scopeOf(api))),
);

function scopeOf(api: IdentifiedType["api"], scope: ObjectScope): ObjectValue {
  return Object.fromEntries(scopeAttributes(api).map((name) => [name, scope[SCOPE[name].field] ?? null]));
}

/** Adds the object's identity to each result, and supports imports by identity. */
export function identityHooks(type: IdentifiedType): ResourceHooks {
  return {
    identity: identitySchemaOf(type),
    onResult(result, session) {
      const identity = session && identityOf(type, result.state.id, session);
      return identity ? { ...result, identity } : result;
    },
    beforeImport(request, { session }) {
      const { identity } = request;
      if (!identity) {
        return request;
      }
      refuseElsewhere(type, identity, session);
      return { ...request, id: String(identity.id ?? "") };
    },
  };
}

/** Refuses another deployment, organization or service. There the id may be of no object, or of another one. */
function refuseElsewhere({ api }: IdentifiedType, identity: ObjectValue, { client }: Session): void {
  const noun = api.name;
  const here = scopeOf(api, client.scopeOf(api));
  const wrong = scopeAttributes(api).filter(
    (name) => (identity[name] ?? null) !== null && identity[name] !== here[name],
  );
  if (wrong.length === 0) {
    return;
  }
  const differences = wrong.map(
    (name) =>
      `${name} is ${JSON.stringify(identity[name])} in the identity and ${described(here[name])} in the provider`,
  );
  const detail = `${differences.join("; ")}.\nFix: Remove ${wrong.join(" and ")} from the identity, or configure the provider for the location of the ${noun}.`;
  throw new DiagnosticError(problem(`The identity belongs to ${withArticle(noun)} elsewhere`, detail));
}

function described(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : "not set";
}

/** Examples of ids for messages. */
const EXAMPLES = ["0123456789abcdef01234567", "00000000-0000-4000-8000-000000000000"];

/** Refuses an import of a text that cannot be an id, before any request. */
export function importIdHooks({ api }: TypeWithObjects): ResourceHooks {
  const { name: noun, idForm: form } = api;
  const example = EXAMPLES.find((each) => form.fits(each));
  const text = example === undefined ? form.words : `${form.words}, such as ${example}`;
  return {
    beforeImport(request) {
      if (form.fits(request.id.toLowerCase())) {
        return request;
      }
      const summary = request.id === "" ? "The import has no id" : "The import id is invalid";
      const detail = `The id of ${withArticle(noun)} is ${text}; this one is ${JSON.stringify(request.id)}.\nFix: Set the id that \`npx cdk-clickstack import --list\` or the URL in the UI shows.`;
      throw new DiagnosticError(problem(summary, detail));
    },
  };
}
