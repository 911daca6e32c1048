import { isJsonObject, jsonIn } from "../../../../client/json";
import { expectedError } from "../../../terminal/exit";
import {
  type DashboardPlace,
  type GrafanaDashboard,
  isDashboard,
  libraryPanelsIn,
  readGrafanaDashboard,
} from "./dashboards";
import {
  type ContactPoint,
  type GrafanaRule,
  legacyRules,
  type Policy,
  readContactPoint,
  readGroup,
  readPolicy,
} from "./rules";
import { anyFieldAt, type Json, jsonObjects, objectAt, objectsAt, textAt } from "./value";

export const TOO_DEEP = "It is nested too deeply.";

/** A parsed document of the input. */
export interface InputDocument {
  readonly file: string;
  /** Title of the folder in Grafana, if it is known from outside of the document. */
  readonly folder: string;
  readonly content: unknown;
}

/** Everything that the input contains. */
export interface GrafanaInput {
  readonly dashboards: readonly GrafanaDashboard[];
  readonly rules: readonly GrafanaRule[];
  readonly contactPoints: readonly ContactPoint[];
  readonly policies: readonly Policy[];
  /** Default database of data sources, by uid and by name. */
  readonly databases: ReadonlyMap<string, string>;
  /** Files that were not understood, and parts of other files. */
  readonly problems: readonly { readonly file: string; readonly reason: string }[];
}

/** A data source as its provisioning file or the API describes it. */
const isDatasource = (json: Json): boolean => Object.hasOwn(json, "type") && Object.hasOwn(json, "access");

/** Reads all documents. Data sources and library panels of one document apply to all others. */
export function readDocuments(documents: readonly InputDocument[], problems: GrafanaInput["problems"]): GrafanaInput {
  const parts = documents.flatMap(({ file, folder, content }) =>
    unlessTooDeep(
      () => partsOf(content, { file, folder }),
      (reason) => [{ file, folder, json: {}, reason }],
    ),
  );
  const datasources = parts.flatMap(({ json }) => (isDatasource(json) ? [json] : objectsAt(json, "datasources")));
  const byName = (read: (datasource: Json) => string) =>
    new Map(datasources.flatMap((each) => ["uid", "name"].map((name) => [textAt(each, name), read(each)] as const)));
  const types = byName((each) => textAt(each, "type"));
  const databases = byName((each) => textAt(objectAt(each, "jsonData"), "defaultDatabase"));
  const libraryPanels = new Map(parts.flatMap(({ json }) => [...libraryPanelsIn(objectAt(json, "result").elements)]));
  const read = parts.map((part) =>
    unlessTooDeep(
      () => readPart(part, { types, libraryPanels }),
      (reason) => ({ problems: [{ file: part.file, reason }] }),
    ),
  );
  return {
    dashboards: read.flatMap(({ dashboards = [] }) => dashboards),
    rules: read.flatMap(({ rules = [] }) => rules),
    contactPoints: read.flatMap(({ contactPoints = [] }) => contactPoints),
    policies: read.flatMap(({ policies = [] }) => policies),
    databases,
    problems: [...problems, ...read.flatMap(({ problems: own = [] }) => own)],
  };
}

/** Returns another value for a document in which values are nested more deeply than calls can be. */
function unlessTooDeep<T>(read: () => T, otherwise: (reason: string) => T): T {
  try {
    return read();
  } catch (error) {
    return otherwise(expectedError(error, RangeError) && TOO_DEEP);
  }
}

interface Part {
  readonly file: string;
  readonly folder: string;
  readonly json: Json;
  /** Reason why the part is not read. */
  readonly reason?: string;
}

/** Unwraps responses, lists, resources of Kubernetes and states of Terraform. */
function partsOf(
  content: unknown,
  { file, folder }: { readonly file: string; readonly folder: string },
): readonly Part[] {
  const inner = (value: unknown, ofFolder = folder) => partsOf(value, { file, folder: ofFolder });
  if (Array.isArray(content)) {
    return content.flatMap((each) => inner(each));
  }
  if (!isJsonObject(content)) {
    return [{ file, folder, json: {}, reason: "It contains no JSON object." }];
  }
  const json: Json = content;
  if (Object.hasOwn(json, "dashboard") && isJsonObject(json.dashboard)) {
    return inner(json.dashboard, textAt(objectAt(json, "meta"), "folderTitle") || folder);
  }
  switch (textAt(json, "kind")) {
    case "List":
      return inner(json.items);
    case "ConfigMap":
      return Object.entries(objectAt(json, "data")).flatMap(([name, text]) =>
        name.endsWith(".json") ? embedded(text, inner, { file, folder }) : [],
      );
    case "GrafanaDashboard": {
      const spec = objectAt(json, "spec");
      return embedded(anyFieldAt(spec, "json"), inner, { file, folder: textAt(spec, "folder") || folder });
    }
    case "GrafanaAlertRuleGroup":
      return inner({ groups: [{ name: textAt(objectAt(json, "metadata"), "name"), ...objectAt(json, "spec") }] });
    case "GrafanaContactPoint":
      return inner({ contactPoints: [objectAt(json, "spec")] });
    case "Dashboard":
    case "DashboardWithAccessInfo": {
      const [spec, metadata] = [objectAt(json, "spec"), objectAt(json, "metadata")];
      const title = textAt(objectAt(metadata, "annotations"), "grafana.app/folderTitle");
      return inner({ ...spec, uid: textAt(spec, "uid") || textAt(metadata, "name") }, title || folder);
    }
  }
  const state = objectAt(json, "values", "planned_values");
  return Object.hasOwn(json, "terraform_version")
    ? resourcesIn(objectAt(state, "root_module"), inner)
    : [{ file, folder, json: asProvisioningFile(json) }];
}

type Inner = (value: unknown, folder?: string) => readonly Part[];

/** Reads a JSON text in a document. */
function embedded(text: unknown, inner: Inner, place: Omit<Part, "json">): readonly Part[] {
  const content = typeof text === "string" ? jsonIn(text) : undefined;
  return content === undefined
    ? [{ ...place, json: {}, reason: "It refers to a dashboard in another place, or its JSON is not valid." }]
    : inner(content, place.folder);
}

/** Reads the resources of Grafana in the output of `terraform show -json`. */
function resourcesIn(module: Json, inner: Inner): readonly Part[] {
  const own = objectsAt(module, "resources").flatMap((resource) => {
    const values = objectAt(resource, "values");
    switch (textAt(resource, "type")) {
      case "grafana_rule_group":
        return inner({ groups: [values] });
      case "grafana_dashboard":
        return inner(jsonIn(textAt(values, "config_json")), textAt(values, "folder") || undefined);
      case "grafana_notification_policy":
        return inner({ policies: [values] });
      case "grafana_contact_point":
        return inner({ contactPoints: [terraformContactPoint(values)] });
      default:
        return [];
    }
  });
  return [...own, ...objectsAt(module, "child_modules").flatMap((child) => resourcesIn(child, inner))];
}

/** Returns a contact point whose blocks, such as `slack`, become receivers. */
function terraformContactPoint(values: Json): Json {
  const receivers = Object.entries(values).flatMap(([type, blocks]) =>
    jsonObjects(blocks).map((settings) => ({ type, settings })),
  );
  return { name: textAt(values, "name"), receivers };
}

/** Returns the objects of a part, or the reason if nothing in it is understood. */
function readPart(
  { file, folder, json, reason = "It contains no dashboard, alert rule or contact point of Grafana." }: Part,
  shared: Pick<DashboardPlace, "types" | "libraryPanels">,
): Partial<GrafanaInput> {
  const place = { file, folder, ...shared };
  if (isDashboard(json)) {
    const dashboard = readGrafanaDashboard(json, place);
    return { dashboards: [dashboard], rules: legacyRules(dashboard) };
  }
  return isDatasource(json) || KNOWN.some((name) => Object.hasOwn(json, name))
    ? {
        rules: objectsAt(json, "groups").flatMap((each) => readGroup(each, place)),
        contactPoints: objectsAt(json, "contactPoints").map(readContactPoint),
        policies: objectsAt(json, "policies").map(readPolicy),
      }
    : { problems: [{ file, reason }] };
}

/** Lists of provisioning files. An empty one, or one that names other files, is not a problem. */
const KNOWN = [
  ...["groups", "contactPoints", "policies", "templates", "muteTimes", "deleteRules", "deleteContactPoints"],
  ...["resetPolicies", "datasources", "deleteDatasources", "providers", "result"],
];

/** Returns a response of an API for one object, or the folders of the ruler, in the form of a provisioning file. */
function asProvisioningFile(json: Json): Json {
  const has = (...names: readonly string[]) => names.every((name) => Object.hasOwn(json, name));
  if (Array.isArray(json.data) && (has("condition") || has("ruleGroup"))) {
    return { groups: [{ rules: [json] }] };
  }
  if (Array.isArray(json.rules) && has("interval")) {
    return { groups: [json] };
  }
  if (has("settings", "type")) {
    return { contactPoints: [json] };
  }
  if (has("receiver", "routes")) {
    return { policies: [json] };
  }
  const folders = Object.entries(json).map(([folder, list]) => jsonObjects(list).map((each) => ({ folder, ...each })));
  const isRuler = !has("groups") && folders.every((groups) => groups.some((each: Json) => Array.isArray(each.rules)));
  return isRuler && folders.length > 0 ? { groups: folders.flat() } : json;
}
