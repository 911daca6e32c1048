/** A type of the generated file: an object with its fields, or the text of a union. */
export type DeclaredType =
  | { readonly comment: string; readonly fields: readonly string[] }
  | { readonly comment: string; readonly text: string };

/** Fields that several types have, and that one type declares. */
interface SharedFields {
  readonly name: string;
  readonly fields: readonly string[];
  readonly users: readonly string[];
}

/** A type for fewer lines than this makes the file harder to read. */
const MIN_SAVED_LINES = 12;

/** Returns the texts of all types. Fields that several types have are in types that these types contain. */
export function typeTexts(types: ReadonlyMap<string, DeclaredType>): readonly string[] {
  const shared = findShared(types);
  const written = new Set<SharedFields>();
  return [...types].flatMap(([name, type]) => {
    if (!("fields" in type)) {
      return [type.comment + type.text];
    }
    const used = shared.filter(({ users }) => users.includes(name));
    const first = used.filter((each) => !written.has(each));
    for (const each of first) {
      written.add(each);
    }
    const own = type.fields.filter((field) => !used.some(({ fields }) => fields.includes(field)));
    return [...first.map(sharedText), type.comment + objectText(name, own, used)];
  });
}

function findShared(types: ReadonlyMap<string, DeclaredType>): readonly SharedFields[] {
  const usersOf = new Map<string, string[]>();
  for (const [name, type] of types) {
    for (const field of "fields" in type ? type.fields : []) {
      usersOf.set(field, [...(usersOf.get(field) ?? []), name]);
    }
  }
  const groups = new Map<string, [field: string, users: readonly string[]][]>();
  for (const entry of usersOf) {
    const key = entry[1].join(" ");
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()].flatMap((entries) => {
    const fields = entries.map(([field]) => field);
    const users = entries[0]?.[1] ?? [];
    const lines = fields.join("").split("\n").length;
    return (users.length - 1) * lines < MIN_SAVED_LINES + users.length ? [] : [{ name: nameOf(fields), fields, users }];
  });
}

/** Names a type by its first and last field. */
function nameOf(fields: readonly string[]): string {
  const names = fields.map((field) => /^ {2}(\w+)\??: /m.exec(field)?.[1] ?? "");
  const [first = "", last = ""] = [names[0], names.at(-1)].map(
    (each = "") => each.charAt(0).toUpperCase() + each.slice(1),
  );
  return first === last ? `${first}Field` : `${first}To${last}Fields`;
}

function sharedText({ name, fields, users }: SharedFields): string {
  return `/** Fields of ${users.length} types. */\ntype ${name} = {\n${fields.join("")}};\n`;
}

/** Writes an intersection: an interface is not assignable to a record with any names. */
function objectText(name: string, own: readonly string[], used: readonly SharedFields[]): string {
  const bases = used.map((each) => each.name);
  const object = own.length === 0 ? [] : [`{\n${own.join("")}}`];
  return `export type ${name} = ${[...bases, ...object].join(" & ")};\n`;
}
