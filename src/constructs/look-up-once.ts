import { Token } from "cdktf";
import type { Construct } from "constructs";
import type { MetaArguments } from "./meta-arguments";

/** What a look-up asks for: attributes of the data source, and the provider that is asked. */
export type Lookup = Readonly<Record<string, string | undefined>>;

const lookups = new WeakMap<Construct, Lookup>();

/**
 * The same look-up below one scope is one data source, whoever asks for it.
 * @param prefix the beginning of the construct's id, such as `source`.
 */
export function lookUpOnce<T extends Construct>(
  scope: Construct,
  prefix: string,
  lookup: Lookup,
  create: (id: string) => T,
): T {
  const base = [prefix, ...wordsOf(lookup)].join("-").toLowerCase();
  for (let count = 1; ; count++) {
    const id = count === 1 ? base : `${base}-${count}`;
    const existing = scope.node.tryFindChild(id);
    if (existing && isSame(lookups.get(existing as Construct), lookup)) return existing as T;
    if (existing) continue;
    const created = create(id);
    lookups.set(created, lookup);
    return created;
  }
}

/** A token's text changes with the program around it, and would change the address of the data source with it. */
function wordsOf(lookup: Lookup): readonly string[] {
  const texts = Object.values(lookup).filter((text) => text !== undefined && !Token.isUnresolved(text));
  return texts.join(" ").match(/[A-Za-z0-9]+/g) ?? [];
}

function isSame(a: Lookup | undefined, b: Lookup): boolean {
  return a !== undefined && JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
}

/** Which provider is asked, where a program has several. */
export type ProviderOption = Pick<MetaArguments, "provider">;

type NamedLookUpClass<P, T> = new (scope: Construct, id: string, props: P) => T;

/** A look-up by name, narrowed by the options, made once below a scope. @param kind the beginning of the construct's id. */
export function byNameOnce<O extends ProviderOption, T extends Construct>(
  scope: Construct,
  kind: string,
  name: string,
  options: O,
  LookUpClass: NamedLookUpClass<O & { readonly name: string }, T>,
): T {
  const { provider, ...narrowing } = options;
  const asked = { name, ...(narrowing as Lookup), provider: provider?.node.path };
  return lookUpOnce(scope, kind, asked, (id) => new LookUpClass(scope, id, { name, ...options }));
}

/** A look-up by id, made once below a scope. @param kind the beginning of the construct's id. */
export function byIdOnce<T extends Construct>(
  scope: Construct,
  kind: string,
  objectId: string,
  options: ProviderOption,
  LookUpClass: NamedLookUpClass<ProviderOption & { readonly id: string }, T>,
): T {
  const asked = { id: objectId, provider: options.provider?.node.path };
  return lookUpOnce(scope, kind, asked, (id) => new LookUpClass(scope, id, { id: objectId, ...options }));
}
