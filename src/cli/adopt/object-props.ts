import type { DeclaredFields } from "../../declaration/field";
import { withoutServerDefaults } from "../../declaration/server-defaults";
import type { ObjectValue } from "../../plugin";
import type { AlertDeclaration } from "../../resources/declarations";
import { objectFromTerraform } from "../../resources/shared/terraform-form";
import { type ImportedType, TYPE_FACTS } from "../import/read/imported-types";
import { type Composite, type Entry, list, object } from "../import/text/expression";
import { alertTarget, chartCall, scheduleEntry, thresholdCall } from "../import/typescript/constructs";
import { plainEntries, propEntries } from "../import/typescript/dashboard";
import type { ReferringScope } from "../import/typescript/module-scope";

/** Returns the declaration of an object in a plan, without server defaults. */
export function readDeclaredFields(type: ImportedType, attributes: unknown): DeclaredFields {
  const { shape } = TYPE_FACTS[type];
  return withoutServerDefaults(shape, objectFromTerraform(shape, attributes as ObjectValue)) as DeclaredFields;
}

/**
 * Returns the props that an author writes for an object, except the tiles of a dashboard and the watched object of an
 * alert.
 */
export function propsOf(scope: ReferringScope, type: ImportedType, fields: DeclaredFields): Composite {
  const { id: _, ...declared } = fields;
  return object(ENTRIES[type]?.(scope, declared) ?? propEntries(scope, declared));
}

type PropEntries = (scope: ReferringScope, fields: DeclaredFields) => readonly Entry[];

const ENTRIES: Partial<Record<ImportedType, PropEntries>> = {
  dashboard: (scope, { tiles: _, filters, ...fields }) => [
    ...plainEntries(fields),
    ...(filters ? [{ key: "filters", value: list(filtersOf(scope, filters)) }] : []),
  ],
  alert: (scope, fields) => {
    const {
      interval,
      channels = [],
      chartConfig,
      thresholdType,
      threshold,
      thresholdMax,
      ...rest
    } = fields as unknown as AlertDeclaration;
    const { scheduleStartAt, scheduleOffsetMinutes, source: _, dashboardId: __, tileId: ___, ...others } = rest;
    const { savedSearchId: ____, groupBy: _____, ...plain } = others;
    return [
      ...(chartConfig ? [{ key: "on", value: chartCall(scope, chartConfig as DeclaredFields) }] : []),
      { key: "when", value: thresholdCall(scope, thresholdType, [threshold, thresholdMax]) },
      ...plainEntries({ every: interval }),
      { key: "notify", value: list(channels.map((channel) => alertTarget(scope, channel))) },
      ...scheduleEntry(scope, { scheduleStartAt, scheduleOffsetMinutes }),
      ...plainEntries(plain),
    ];
  },
  source: (scope, fields) =>
    Object.entries(fields).flatMap(([field, value]) =>
      field.endsWith("SourceId") && value !== undefined
        ? [{ key: field, value: scope.idOf("source", value) }]
        : propEntries(scope, { [field]: value }),
    ),
  api_key: (scope, { assignedRoleIds, ...fields }) => [
    ...plainEntries(fields),
    ...(Array.isArray(assignedRoleIds)
      ? [{ key: "roles", value: list(assignedRoleIds.map((id) => scope.idOf("organization_role", id))) }]
      : []),
  ],
};

function filtersOf(scope: ReferringScope, filters: unknown) {
  return (filters as readonly DeclaredFields[]).map((filter) => object(propEntries(scope, filter)));
}
