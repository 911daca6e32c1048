import type { DeclaredFields } from "../../declaration/field";
import { kindOf, objectShapeOf, objectsOf, shapeOf, type VariantsShape } from "../../declaration/shape";
import { type Diagnostic, DiagnosticError, type ObjectValue, problem, type Resource } from "../../plugin";
import { readableHandlers, toResourceState } from "../shared/crud-resource";
import { quoted, reportFailure } from "../shared/report-failure";
import type { Call, Session } from "../shared/session";
import { objectFromTerraform } from "../shared/terraform-form";
import type { SourceRecord } from "../source/api";
import { sourceDeclaration } from "../source/declaration";
import { plannedLinksOf } from "../source/resource";
import { linkedSources, sourceLinksApi } from "./api";
import { LINKS, sourceLinks } from "./declaration";

const SHAPE = objectShapeOf(sourceLinks);

/** `clickstack_source_links`: links of sources that refer to each other (docs/internals/api-behavior.md 3.13). */
export const sourceLinksResource: Resource<Session> = {
  ...readableHandlers(
    {
      api: sourceLinksApi,
      shape: SHAPE,
      description: "The links of a source to sources of other kinds, for sources that refer to each other.",
      collection: ({ client }) => client.collection(linkedSources),
    },
    stateOf,
  ),

  async modifyPlan({ plan, state }, { session, signal }) {
    const id = plan.source_id;
    if (!session || typeof id !== "string") {
      return {};
    }
    const source = await reportFailure(`read the source ${id}`, () =>
      session.client.collection(linkedSources).read(id, { signal }),
    );
    const links = linksIn(plan);
    return {
      ...(!state && { plan: { ...plan, id } }),
      diagnostics: [...(source ? refusedLinks(source, links) : []), ...clearedLinks(id, links, session)],
    };
  },

  create: ({ plan }, call) => write(plan, {}, call),

  update: ({ plan, state }, call) => write(plan, cleared(linksIn(state)), call),

  async delete({ state }, { session, signal }) {
    const id = String(state.id);
    await reportFailure(`clear the links of the source ${id}`, () =>
      session.client.collection(linkedSources).link(id, cleared(linksIn(state)), { signal }),
    );
  },
};

type DeclaredLinks = Readonly<Record<string, string>>;

function linksIn(value: ObjectValue): DeclaredLinks {
  const fields = objectFromTerraform(SHAPE, value);
  return Object.fromEntries(LINKS.flatMap((name) => (typeof fields[name] === "string" ? [[name, fields[name]]] : [])));
}

const cleared = (links: DeclaredLinks) => Object.fromEntries(Object.keys(links).map((name) => [name, null]));

async function write(plan: ObjectValue, before: Readonly<Record<string, null>>, { session, signal }: Call) {
  const id = String(plan.source_id);
  const record = await reportFailure(`link the source ${id}`, () =>
    session.client.collection(linkedSources).link(id, { ...before, ...linksIn(plan) }, { signal }),
  );
  if (!record) {
    throw new DiagnosticError(
      problem(
        "The source of the links does not exist",
        `The server has no source ${id}.\nFix: Set source_id to an existing source.`,
        ["source_id"],
      ),
    );
  }
  return { state: stateOf(record, plan) };
}

/** A link that is not declared is not observed, except after an import, which has no declaration. */
function stateOf(record: SourceRecord, before: ObjectValue): ObjectValue {
  const declared = objectFromTerraform(SHAPE, before);
  const isImport = (declared.sourceId ?? null) === null;
  const links = optionalLinksOf(record).filter((name) => isImport || (declared[name] ?? null) !== null);
  const observed = links.flatMap((name) => (record[name] ? [[name, record[name]] as const] : []));
  const fields: DeclaredFields = { id: record.id, sourceId: record.id, ...Object.fromEntries(observed) };
  return toResourceState(SHAPE, fields);
}

/** Returns the optional links of a kind of source; every link for an unknown kind. */
function optionalLinksOf({ kind }: SourceRecord): readonly string[] {
  const variant = objectsOf(shapeOf(sourceDeclaration) as VariantsShape).find((each) => kindOf(each) === kind);
  return LINKS.filter((name) => !variant || variant.fields[name]?.required === false);
}

function refusedLinks(source: SourceRecord, links: DeclaredLinks): readonly Diagnostic[] {
  const possible = optionalLinksOf(source);
  const refused = LINKS.filter((name) => name in links && !possible.includes(name));
  return refused.map((name) =>
    problem(
      `A source of the kind ${source.kind} has no such link`,
      `The source ${quoted(source.name)} can have ${possible.map(attributeOf).join(", ") || "no links"} here.\nFix: Remove ${attributeOf(name)}.`,
      [attributeOf(name)],
    ),
  );
}

/** A source's update replaces it as a whole, so it would clear a link that its configuration does not contain. */
function clearedLinks(id: string, links: DeclaredLinks, session: Session): readonly Diagnostic[] {
  const planned = plannedLinksOf(session).get(id) ?? {};
  const lost = LINKS.filter((name) => name in links && name in planned && planned[name] !== links[name]);
  return lost.map((name) =>
    problem(
      "The source and its links declare different values",
      `The plan of the source sets ${attributeOf(name)} to ${planned[name] ?? "null"}, and these links set it to ${links[name]}. Each apply would revert the other.\nFix: Add lifecycle { ignore_changes = [${attributeOf(name)}] } to the source. In TypeScript, the class SourceLinks does this for a managed source.`,
      [attributeOf(name)],
    ),
  );
}

const attributeOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
