import { jsonIn } from "../../../../client/json";
import { type DeclaredFields, isObject } from "../../../../declaration/field";
import { SystemRole } from "../../../../resources/api-key/fields";
import type { AlertDeclaration } from "../../../../resources/declarations";
import { type AdoptedType, shapeOfType } from "../../edits/changed-objects";
import { type CodeText, codeText, identifier, typescriptAddress } from "../../text/code-text";
import {
  type Composite,
  call,
  code,
  type Entry,
  type Expression,
  list,
  literal,
  object,
  text,
} from "../../text/expression";
import { conditionEntries } from "../print/constructs";
import { plainEntries, propEntries } from "../print/dashboard";
import type { ReferringScope } from "../print/module-scope";

/** Returns all props except the tiles of a dashboard and the watched object of an alert. */
export function propsOf(scope: ReferringScope, type: AdoptedType, fields: DeclaredFields): Composite {
  const { id: _, tiles: __, ...declared } = fields;
  return object(ENTRIES[type]?.(scope, declared) ?? propEntries(scope, shapeOfType(type), declared));
}

type PropEntries = (scope: ReferringScope, fields: DeclaredFields) => readonly Entry[];

const ENTRIES: Partial<Record<AdoptedType, PropEntries>> = {
  alert: (scope, fields) => conditionEntries(scope, fields as unknown as AlertDeclaration),
  api_key: (scope, { assignedRoleIds: ids, roleNames: names, roles, expireAt, ...fields }) => {
    const byId = Array.isArray(ids) ? ids.map((id) => scope.refer("organization_role", id)) : [];
    return [
      ...plainEntries({ ...fields, legacyRoles: roles }),
      ...(typeof expireAt === "string" ? [{ key: "expireAt", value: dateCall(expireAt) }] : []),
      ...((ids ?? names) ? [{ key: "roles", value: list([...byId, ...rolesByName(scope, names)]) }] : []),
    ];
  },
  team_role: (_, { permissions, ...fields }) => [
    ...plainEntries(fields),
    { key: "permissions", value: list((permissions as readonly DeclaredFields[]).map(permissionOf)) },
  ],
};

/** Creates `new Date("2099-01-01T00:00:00Z")`, or only the text. */
function dateCall(instant: string): Expression {
  return { ...call(codeText`new Date`, text(instant)), plain: text(instant) };
}

/** Creates `SystemRole.developer` for a predefined role, otherwise the name. */
function rolesByName(scope: ReferringScope, names: unknown): readonly Expression[] {
  return (Array.isArray(names) ? names : []).map((name: string) => {
    const [member] = Object.entries(SystemRole).find(([, each]) => each === name) ?? [];
    return member === undefined ? text(name) : code(codeText`${scope.use(codeText`SystemRole`)}.${identifier(member)}`);
  });
}

/** Creates a permission. The construct takes the conditions as an object and sends their texts unchanged. */
function permissionOf({ conditions, ...fields }: DeclaredFields): Expression {
  const entries = plainEntries(fields);
  const value = typeof conditions === "string" ? jsonIn(conditions) : undefined;
  return object(isObject(value) ? [...entries, { key: "conditions", value: unevaluated(value) }] : entries);
}

/** Creates the literal of a value in which Terraform evaluates no text. */
function unevaluated(value: unknown): Expression {
  if (typeof value === "string") {
    return /[$%]\{/.test(value) ? code(typescriptAddress(value as CodeText)) : text(value);
  }
  if (Array.isArray(value)) {
    return list(value.map(unevaluated));
  }
  return isObject(value)
    ? object(Object.entries(value).map(([key, item]) => ({ key, value: unevaluated(item) })))
    : literal(value);
}
