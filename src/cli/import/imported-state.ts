import { createLog, type ObjectValue, type Resource } from "../../plugin";
import { provider } from "../../provider/provider";
import type { Session } from "../../provider/session";
import { objectFromTerraform } from "../../provider/terraform-form";
import type { Fields } from "../../schema/field";
import { withoutServerDefaults } from "../../schema/without-server-defaults";
import type { Existing } from "./existing";
import { KIND_FACTS } from "./kinds";

const SILENT = createLog({ level: "off", module: "import", write: () => undefined });

/** An object as its author would declare it. */
export interface Declared {
  /** Without what the server fills in by itself. */
  readonly fields: Fields;
  /** With everything that the provider would keep in its state. */
  readonly state: Fields;
}

/** What the provider would have in its state after an import, turned into what an author has to declare for an empty plan. */
export async function declaredOf(object: Existing, session: Session): Promise<Declared | undefined> {
  const { shape } = KIND_FACTS[object.kind];
  const state = await importedState(resourceOf(object), object.id, session);
  if (!state) return undefined;
  const fields = objectFromTerraform(shape, state);
  return { state: fields, fields: withoutServerDefaults(shape, fields) as Fields };
}

function resourceOf({ kind }: Existing): Resource<Session> {
  const resource = provider.resources[`clickstack_${kind}`];
  if (!resource) throw new Error(`The provider has no resource clickstack_${kind}.`);
  return resource;
}

async function importedState(
  resource: Resource<Session>,
  id: string,
  session: Session,
): Promise<ObjectValue | undefined> {
  const context = { client: session, signal: new AbortController().signal, log: SILENT };
  const imported = await resource.import?.({ id }, context);
  const [first] = [imported].flat();
  if (!first) return undefined;
  const empty = Object.fromEntries(Object.keys(resource.schema.attributes).map((name) => [name, null]));
  const read = await resource.read({ state: { ...empty, ...first.state }, private: first.private ?? {} }, context);
  return read?.state;
}
