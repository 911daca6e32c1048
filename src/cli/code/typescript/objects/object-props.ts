import { jsonIn } from "../../../../client/json";
import { type DeclaredFields, isObject } from "../../../../declaration/field";
import { SystemRole } from "../../../../resources/api-key/fields";
import type { AlertDeclaration } from "../../../../resources/declarations";
import type { AdoptedType } from "../../edits/adopted-types";
import { identifier, type SourceText, sourceText, typescriptAddress } from "../../text/code-text";
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
import { alertTarget, scheduleEntry, thresholdCall } from "../print/constructs";
import { plainEntries, propEntries } from "../print/dashboard";
import type { ReferringScope } from "../print/module-scope";

/**
 * Returns the props that an author writes for an object, except the tiles of a dashboard and the watched object of an
 * alert.
 */
export function propsOf(scope: ReferringScope, type: AdoptedType, fields: DeclaredFields): Composite {
  const { id: _, tiles: __, ...declared } = fields;
  return object(ENTRIES[type]?.(scope, declared) ?? propEntries(scope, shapeOfType(type), declared));
}

/** Fields of the object that an alert watches. `edit-watched.ts` edits their prop. */
export const WATCHED_FIELDS = ["source", "dashboardId", "tileId", "savedSearchId", "groupBy", "chartConfig"] as const;

type PropEntries = (scope: ReferringScope, fields: DeclaredFields) => readonly Entry[];

const ENTRIES: Partial<Record<AdoptedType, PropEntries>> = {
  alert: (scope, fields) => {
    const {
      interval,
      channels = [],
      thresholdType,
      threshold,
      thresholdMax,
      scheduleStartAt,
      scheduleOffsetMinutes,
      ...rest
    } = fields as unknown as AlertDeclaration;
    return [
      { key: "when", value: thresholdCall(scope, thresholdType, [threshold, thresholdMax]) },
      ...plainEntries({ every: interval }),
      { key: "notify", value: list(channels.map((channel) => alertTarget(scope, channel))) },
      ...scheduleEntry(scope, { scheduleStartAt, scheduleOffsetMinutes }),
      ...plainEntries(without(rest, WATCHED_FIELDS)),
    ];
  },
  api_key: (scope, { assignedRoleIds, roleNames, roles, expireAt, ...fields }) => [
    ...plainEntries({ ...fields, legacyRoles: roles }),
    ...(typeof expireAt === "string" ? [{ key: "expireAt", value: dateCall(expireAt) }] : []),
    ...(assignedRoleIds !== undefined || roleNames !== undefined
      ? [{ key: "roles", value: list([...rolesById(scope, assignedRoleIds), ...rolesByName(scope, roleNames)]) }]
      : []),
  ],
  organization_role: (_, { actors, ...fields }) => [
    ...plainEntries(fields),
    ...(Array.isArray(actors) ? [{ key: "actors", value: list(actors.map((each) => literal(each))) }] : []),
  ],
  team_role: (_, { permissions, ...fields }) => [
    ...plainEntries(fields),
    { key: "permissions", value: list((permissions as readonly DeclaredFields[]).map(permissionOf)) },
  ],
};

function without(fields: object, names: readonly string[]): DeclaredFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** Creates `new Date("2099-01-01T00:00:00Z")`, or only the text. */
function dateCall(instant: string): Expression {
  return { ...call(sourceText`new Date`, text(instant)), plain: text(instant) };
}

function rolesById(scope: ReferringScope, ids: unknown): readonly Expression[] {
  return Array.isArray(ids) ? ids.map((id) => scope.refer("organization_role", id)) : [];
}

/** Creates `SystemRole.developer` for a predefined role, otherwise the name. */
function rolesByName(scope: ReferringScope, names: unknown): readonly Expression[] {
  return (Array.isArray(names) ? names : []).map((name: string) => {
    const [member] = Object.entries(SystemRole).find(([, each]) => each === name) ?? [];
    return member === undefined
      ? text(name)
      : code(sourceText`${scope.use(sourceText`SystemRole`)}.${identifier(member)}`);
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
    return /[$%]\{/.test(value) ? code(typescriptAddress(value as SourceText)) : text(value);
  }
  if (Array.isArray(value)) {
    return list(value.map(unevaluated));
  }
  return isObject(value)
    ? object(Object.entries(value).map(([key, item]) => ({ key, value: unevaluated(item) })))
    : literal(value);
}
