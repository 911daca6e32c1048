import { type Imported, idsBefore, ofType } from "../model/imported";
import {
  alertsBeside,
  dashboardOrder,
  generatedFilesOf,
  inFileOrder,
  type LaidOutModel,
  seenFrom,
} from "../model/model";
import { camel, numberOf } from "../model/names";
import { FILE_ORDER, type ImportedType, TYPE_FACTS } from "../read/imported-types";
import { identifier } from "../text/source-text";
import {
  addressStatement,
  alertCall,
  alertStatements,
  apiKeyCall,
  sourceCall,
  webhookCall,
  withRemark,
} from "./constructs";
import { propEntries } from "./dashboard";
import { entryFunction, type TypeScriptFile } from "./entry-function";
import { dashboardFile } from "./files";
import { ModuleScope } from "./module-scope";
import { code, commentOf, constant, type Expression, effect, object, type Statement } from "./source-file";

/** The files of TypeScript that declare objects, as far as they are generated. */
export function objectFiles(model: LaidOutModel): readonly TypeScriptFile[] {
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

/** How such a file is written. */
interface CollectionWriting {
  readonly comment: string;
  /** Default: its fields are its props. */
  readonly construct?: (object: Imported) => Expression;
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

const WRITING: Readonly<
  Record<CollectedType, (scope: ModuleScope, objects: readonly Imported[]) => CollectionWriting>
> = {
  connection: () => ({ comment: "The connections that sources read through.", isReturned: () => true }),
  source: (scope) => {
    const sources = inFileOrder(scope.model, "source");
    return {
      comment: "The sources that tiles, filters and saved searches query.",
      construct: (source) => sourceCall(scope, source, idsBefore(sources, source)),
      isReturned: () => true,
    };
  },
  webhook: (scope, objects) => {
    const variables = new Map(objects.map((each) => [each.id, scope.name(camel(`${each.constructId} url`))]));
    const nameOf = ({ id }: Imported) => variables.get(id) ?? "";
    const referred = new Set(ofType(scope.model.objects, "alert").flatMap(webhooksOf));
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
  saved_search: (scope) => ({
    comment: "The saved searches and their alerts.",
    noun: "search",
    following: (search) => alertsBeside(scope.model, search).map((alert) => alertStatements(scope, alert)),
    isReferred: (search) => alertsBeside(scope.model, search).length > 0,
  }),
  alert: (scope) => ({
    comment:
      "Alerts on charts of their own, and on dashboards and saved searches that other files declare or that are not managed here.",
    construct: (alert) => alertCall(scope, alert),
  }),
  api_key: (scope) => ({
    comment: "The API keys of the organization, adopted: destroying one here releases it and leaves it on the server.",
    construct: (key) => apiKeyCall(scope, key),
  }),
};

function webhooksOf({ fields }: Imported): readonly unknown[] {
  return ((fields.channels ?? []) as readonly { readonly webhookId?: string }[]).map(({ webhookId }) => webhookId);
}

/** The files of a resource type. Objects that others refer to have names, and are returned by them. */
function collectionFiles(model: LaidOutModel, type: CollectedType): readonly TypeScriptFile[] {
  return [...generatedFilesOf(model, type)].map(([path, objects]) => {
    const scope = new ModuleScope(seenFrom(model, path));
    const how = WRITING[type](scope, objects);
    const { isReturned = () => false, isReferred = isReturned, noun = TYPE_FACTS[type].noun } = how;
    const { construct = (object) => scope.construct(object, propEntries(scope, object.fields)) } = how;
    const functionName = scope.name(camel(TYPE_FACTS[type].plural) + numberOf(path));
    const names = new Map(objects.filter(isReferred).map((object) => [object.id, scope.declare(object, noun)]));
    const body = objects.flatMap((object) => {
      const name = names.get(object.id);
      const value = construct(object);
      const statement = name === undefined ? effect(value) : constant(identifier(name), value);
      return [withRemark(object, statement), ...(how.following?.(object) ?? [])];
    });
    const returned = objects.filter(isReturned).map(({ id }) => ({ id, name: names.get(id) ?? "" }));
    const text = entryFunction(scope, {
      name: functionName,
      comment: how.comment,
      body: [...(how.before ? [how.before] : []), ...body],
      ...(returned.length > 0 && {
        returns: object(returned.map(({ name }) => ({ key: name, value: code(identifier(name)) }))),
      }),
    });
    return { path, text, entryPoint: { functionName, wants: scope.given, returns: { several: returned } } };
  });
}
