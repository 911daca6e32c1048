/** A type of the generated file: an object with its fields, or the text of a union. */
export type DeclaredType =
  | { readonly comment: string; readonly bases: readonly string[]; readonly fields: readonly string[] }
  | { readonly comment: string; readonly text: string };

/** Fields that several types have, and that one shared type declares. */
interface SharedFields extends Candidate {
  readonly name: string;
}

/** Fields that several types have. */
interface Candidate {
  readonly fields: readonly string[];
  /** Types that contain these fields, which can also be other shared types. */
  readonly users: readonly string[];
}

/** With fewer lines than this, a shared type makes the file harder to read. */
const MIN_SAVED_LINES = 4;

/** Names of shared types by some of their fields. The first entry whose fields are all shared is used. */
const NAMES: readonly (readonly [name: string, ...fields: string[]])[] = [
  ["SeriesTileFields", "seriesLimit", "asRatio"],
  ["TimeBucketFields", "seriesLimit"],
  ["SelectFields", "asRatio"],
  ["GroupFields", "limit"],
  ["SqlTileFields", "sqlTemplate"],
  ["SourceTileFields", "sourceId", "numberFormat"],
  ["EventListFields", "sourceId", "select"],
  ["AlertChartFields", "name", "whereLanguage"],
  ["ColorRuleFields", "color", "label"],
  ["OnClickFields", "whereTemplate"],
  ["ConditionFields", "whereLanguage"],
  ["FilterFields", "isGlobalRequirement"],
  ["EventSourceFields", "defaultTableSelectExpression"],
  ["SourceFields", "querySettings"],
  ["ApiKeyFields", "roleNames"],
  ["ManagedFields", "otherFields"],
  ["ListFilters", "nameContains"],
  ["ExtensibleFields", "extraFields"],
  ["LookUpByNameFields", "id", "name"],
  ["LookUpFields", "id"],
];

/** The field that distinguishes the kinds of charts. Its types differ only in their values. */
const KIND_FIELD = /^ {2}\/\*\* The kind of chart: `\w+`\. \*\/\n {2}displayType: ("\w+");\n$/;

/** The type of an object with that field. */
const OF_KIND = `type OfKind<Kind> = {
  /** The kind of chart. */
  displayType: Kind;
};
`;

/** Returns the texts of all types. Fields that several types have are in types that these types contain. */
export function typeTexts(types: ReadonlyMap<string, DeclaredType>): readonly string[] {
  const shared = findShared(types);
  const written = new Set<SharedFields | typeof OF_KIND>();
  const objectTexts = (head: string, name: string, { bases = [], fields }: ObjectParts): readonly string[] => {
    const used = shared.filter(({ users }) => users.includes(name));
    const first = used.filter((each) => !written.has(each));
    for (const each of first) {
      written.add(each);
    }
    const kinds = fields.flatMap((field) => KIND_FIELD.exec(field)?.[1] ?? []).map((kind) => `OfKind<${kind}>`);
    const isKindNew = kinds.length > 0 && !written.has(OF_KIND);
    if (isKindNew) {
      written.add(OF_KIND);
    }
    const own = fields.filter((field) => !KIND_FIELD.test(field) && !used.some((each) => each.fields.includes(field)));
    const content = own.length === 0 ? [] : [`{\n${own.join("")}}`];
    const parts = [...bases, ...used.map((each) => each.name), ...kinds, ...content];
    // The type is an intersection, because an interface is not assignable to a record with arbitrary names.
    return [
      ...first.flatMap((each) => objectTexts("", each.name, each)),
      ...(isKindNew ? [OF_KIND] : []),
      `${head}type ${name} = ${parts.join(" & ")};\n`,
    ];
  };
  return [...types].flatMap(([name, type]) =>
    "fields" in type ? objectTexts(`${type.comment}export `, name, type) : [type.comment + type.text],
  );
}

/** Contents of an object: types that it contains as a whole, and fields. */
interface ObjectParts {
  readonly bases?: readonly string[];
  readonly fields: readonly string[];
}

/**
 * Finds the fields to share. The set that saves the most lines comes first, and each of its fields is shared only once.
 */
function findShared(types: ReadonlyMap<string, DeclaredType>): readonly SharedFields[] {
  const left = new Map([...types].map(([name, type]) => [name, new Set("fields" in type ? type.fields : [])]));
  const found: SharedFields[] = [];
  for (;;) {
    const best = candidatesIn(left).reduce<Candidate | undefined>(
      (most, each) => (savedLines(each) > (most ? savedLines(most) : 0) ? each : most),
      undefined,
    );
    if (best === undefined || savedLines(best) < MIN_SAVED_LINES) {
      return found;
    }
    const own = nameOf(best.fields);
    const alike = found.filter(({ name }) => name.replace(/\d+$/, "") === own).length;
    const name = alike === 0 ? own : `${own}${alike + 1}`;
    found.push({ ...best, name });
    for (const user of best.users) {
      left.set(user, new Set([...(left.get(user) ?? [])].filter((each) => !best.fields.includes(each))));
    }
    left.set(name, new Set(best.fields));
  }
}

/** Returns the fields that every two types have in common, with all types that have these fields. */
function candidatesIn(types: ReadonlyMap<string, ReadonlySet<string>>): readonly Candidate[] {
  const all = [...types];
  // Most pairs of types have no field in common, or the same fields as another pair.
  const common = new Map<string, readonly string[]>();
  for (const [index, [, one]] of all.entries()) {
    for (const [, other] of all.slice(index + 1)) {
      const fields = [...one].filter((field) => other.has(field));
      const text = fields.join("");
      if (text !== "" && !common.has(text)) {
        common.set(text, fields);
      }
    }
  }
  return [...common.values()].map((fields) => ({
    fields,
    users: all.flatMap(([name, each]) => (fields.every((field) => each.has(field)) ? [name] : [])),
  }));
}

function savedLines({ fields, users }: Candidate): number {
  const lines = fields.join("").split("\n").length - 1;
  const ofType = 3;
  return (users.length - 1) * lines - ofType;
}

/** Returns the name of shared fields. Without a configured name, it consists of the first and the last field. */
function nameOf(fields: readonly string[]): string {
  const names = fields.map((field) => /^ {2}(\w+)\??: /m.exec(field)?.[1] ?? "");
  const [known] = NAMES.find(([, ...some]) => some.every((each) => names.includes(each))) ?? [];
  if (known !== undefined) {
    return known;
  }
  const [first = "", last = ""] = [names[0], names.at(-1)].map(
    (each = "") => each.charAt(0).toUpperCase() + each.slice(1),
  );
  return first === last ? `${first}Field` : `${first}To${last}Fields`;
}
