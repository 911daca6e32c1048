import { type Imported, idsBefore, ofType } from "../../import/imported";
import { FILE_ORDER, type ImportedType, TYPE_FACTS } from "../../import/imported-types";
import {
  alertsBeside,
  dashboardOrder,
  generatedFilesOf,
  inFileOrder,
  type LaidOutModel,
  seenFrom,
} from "../../import/model";
import { camel, numberOf } from "../../import/names";
import { escapeTemplates } from "../text";
import {
  addressStatement,
  alertCall,
  alertStatements,
  apiKeyCall,
  connectionCall,
  savedSearchCall,
  sourceCall,
  webhookCall,
  withRemark,
} from "./constructs";
import { entryFunction, type TypeScriptFile } from "./entry-function";
import { dashboardFile } from "./files";
import { ModuleScope } from "./module-scope";
import { code, commentOf, constant, type Expression, effect, object, type Statement } from "./source-file";

/** The files of TypeScript that declare objects, as far as they are generated. */
export function objectFiles(raw: LaidOutModel): readonly TypeScriptFile[] {
  const model = { ...raw, objects: raw.objects.map((each) => ({ ...each, fields: escapeTemplates(each.fields) })) };
  return FILE_ORDER.flatMap((type) => (type === "dashboard" ? dashboardFiles(model) : collectionFiles(model, type)));
}

function dashboardFiles(model: LaidOutModel): readonly TypeScriptFile[] {
  const order = dashboardOrder(model);
  return order.dashboards
    .filter((each) => model.layout.isGenerated(model.layout.pathOf(each)))
    .map((dashboard) => dashboardFile(model, order, dashboard));
}

/** The types whose objects share a file. */
type CollectedType = Exclude<ImportedType, "dashboard">;

/** A file with objects of one resource type while it is written. */
interface CollectedFile {
  readonly model: LaidOutModel;
  readonly objects: readonly Imported[];
  readonly scope: ModuleScope;
}

/** How such a file is written. */
interface CollectionWriting {
  readonly comment: string;
  readonly construct: (object: Imported) => Expression;
  readonly before?: readonly Statement[];
  /** What belongs to an object, such as its alerts. */
  readonly following?: (object: Imported) => readonly (readonly Statement[])[];
  /** Whether other files refer to the object. Default: none do. */
  readonly isReturned?: (object: Imported) => boolean;
  /** Whether the statements that follow refer to it too. Default: where other files do. */
  readonly isReferred?: (object: Imported) => boolean;
  /** What distinguishes a variable from a name of something else. Default: that of the resource type. */
  readonly noun?: string;
}

const WRITING: Readonly<Record<CollectedType, (collection: CollectedFile) => CollectionWriting>> = {
  connection: ({ scope }) => ({
    comment: "The connections that sources read through.",
    construct: (connection) => connectionCall(scope, connection),
    isReturned: () => true,
  }),
  source: ({ model, scope }) => {
    const sources = inFileOrder(model, "source");
    return {
      comment: "The sources that tiles, filters and saved searches query.",
      construct: (source) => sourceCall(scope, model.references, { source, before: idsBefore(sources, source) }),
      isReturned: () => true,
    };
  },
  webhook: ({ model, objects, scope }) => {
    const variables = new Map(objects.map((each) => [each.id, scope.name(camel(`${each.constructId} url`))]));
    const nameOf = ({ id }: Imported) => variables.get(id) ?? "";
    const referred = new Set(ofType(model.objects, "alert").flatMap(webhooksOf));
    return {
      comment: "The webhooks that alerts are sent to.",
      construct: (webhook) => webhookCall(scope, webhook, nameOf(webhook)),
      before: [
        commentOf("An address authorizes whoever knows it, so that it comes from outside: TF_VAR_<name>."),
        ...objects.map((webhook) => addressStatement(scope, webhook, nameOf(webhook))),
      ],
      isReturned: ({ id }) => referred.has(id),
    };
  },
  saved_search: ({ model, scope }) => ({
    comment: "The saved searches and their alerts.",
    noun: "search",
    construct: (search) => savedSearchCall(scope, model.references, search),
    following: (search) => alertsBeside(model, search).map((alert) => alertStatements(scope, model, alert)),
    isReferred: (search) => alertsBeside(model, search).length > 0,
  }),
  alert: ({ model, scope }) => ({
    comment:
      "Alerts on charts of their own, and on dashboards and saved searches that other files declare or that are not managed here.",
    construct: (alert) => alertCall(scope, model, alert),
  }),
  api_key: ({ model, scope }) => ({
    comment: "The API keys of the organization, adopted: destroying one here releases it and leaves it on the server.",
    construct: (key) => apiKeyCall(scope, model.references, key),
  }),
};

function webhooksOf({ fields }: Imported): readonly unknown[] {
  return ((fields.channels ?? []) as readonly { readonly webhookId?: string }[]).map(({ webhookId }) => webhookId);
}

/** The files of a resource type. Objects that others refer to have names, and are returned by them. */
function collectionFiles(model: LaidOutModel, type: CollectedType): readonly TypeScriptFile[] {
  return [...generatedFilesOf(model, type)].map(([path, objects]) => {
    const scope = new ModuleScope(model.form);
    const how = WRITING[type]({ model: seenFrom(model, path), objects, scope });
    const { isReturned = () => false, isReferred = isReturned, noun = TYPE_FACTS[type].noun } = how;
    const functionName = scope.name(camel(TYPE_FACTS[type].plural) + numberOf(path));
    const names = new Map(objects.filter(isReferred).map((object) => [object.id, scope.declare(object, noun)]));
    const body = objects.flatMap((object) => {
      const name = names.get(object.id);
      const value = how.construct(object);
      const statement = name === undefined ? effect(value) : constant(name, value);
      return [withRemark(object, statement), ...(how.following?.(object) ?? [])];
    });
    const returned = objects.filter(isReturned).map(({ id }) => ({ id, name: names.get(id) ?? "" }));
    const text = entryFunction(scope, {
      name: functionName,
      comment: how.comment,
      body: [...(how.before ? [how.before] : []), ...body],
      ...(returned.length > 0 && { returns: object(returned.map(({ name }) => ({ key: name, value: code(name) }))) }),
    });
    return { path, text, entryPoint: { functionName, wants: scope.given, returns: { several: returned } } };
  });
}
