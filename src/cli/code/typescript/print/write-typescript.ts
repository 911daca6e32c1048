import { FILE_ORDER, type ImportedType, TYPE_FACTS } from "../../../project/imported-types";
import { type Imported, ofType } from "../../model/imported";
import { camel, numberOf } from "../../model/names";
import { alertsBeside, dashboardOrder, generatedFilesOf, type PlacedModel, seenFrom } from "../../model/placed-model";
import { identifier } from "../../text/code-text";
import { code, type Expression, object } from "../../text/expression";
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
import { ModuleScope } from "./module-scope";
import { commentOf, constant, effect, type StatementDoc } from "./module-text";
import { dashboardsFile, entryFunction, type TypeScriptFile } from "./object-files";

export function objectFiles(model: PlacedModel): readonly TypeScriptFile[] {
  const order = dashboardOrder(model);
  const files = new Map<string, Imported[]>();
  for (const dashboard of order.dashboards) {
    const path = model.places.pathOf(dashboard);
    if (model.places.isGenerated(path)) {
      files.set(path, [...(files.get(path) ?? []), dashboard]);
    }
  }
  const dashboards = [...files.values()].map((group) => dashboardsFile(model, order, group));
  return FILE_ORDER.flatMap((type) => (type === "dashboard" ? dashboards : collectionFiles(model, type)));
}

/** The types whose objects share a file. */
type CollectedType = Exclude<ImportedType, "dashboard">;

interface CollectionWriting {
  readonly comment: string;
  /** Creates the construct. Default: the fields are the props. */
  readonly construct?: (object: Imported) => Expression;
  readonly before?: readonly StatementDoc[];
  /** Statements after an object, such as its alerts. */
  readonly following?: (object: Imported) => readonly (readonly StatementDoc[])[];
  /** Returns true if other files refer to the object. Default: false. */
  readonly isReturned?: (object: Imported) => boolean;
  /** Returns true if the following statements refer to it. Default: `isReturned`. */
  readonly isReferred?: (object: Imported) => boolean;
  /** Noun that makes a variable name unique. Default: the noun of the resource type. */
  readonly noun?: string;
}

/** Types whose code is more than their fields, and the comment of each file. */
const WRITING: Partial<
  Readonly<Record<CollectedType, (scope: ModuleScope, objects: readonly Imported[]) => CollectionWriting>>
> = {
  connection: () => ({ comment: "The connections that sources read through.", isReturned: () => true }),
  source: (scope) => ({
    comment: "The sources that tiles, filters and saved searches query.",
    construct: (source) => sourceCall(scope, source),
    isReturned: () => true,
  }),
  webhook: (scope, objects) => {
    const variables = new Map(objects.map((each) => [each.id, scope.name(camel(`${each.constructId} url`))]));
    const nameOf = ({ id }: Imported) => variables.get(id) ?? "";
    const channels = ofType(scope.model.objects, "alert").flatMap(
      ({ fields }) => (fields.channels ?? []) as readonly { readonly webhookId?: string }[],
    );
    const referred = new Set(channels.map(({ webhookId }) => webhookId));
    return {
      comment: "The webhooks that alerts are sent to.",
      construct: (webhook) => webhookCall(scope, webhook, nameOf(webhook)),
      before: [
        commentOf("A client that knows an address can call the webhook, so set it in the environment: TF_VAR_<name>."),
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
      "Alerts on inline charts, and on dashboards and saved searches that other files declare or that are not managed here.",
    construct: (alert) => alertCall(scope, alert),
  }),
  api_key: (scope) => ({
    comment: "The API keys of the organization, adopted: destroying one here releases it and leaves it on the server.",
    construct: (key) => apiKeyCall(scope, key),
  }),
};

/** Writes the files of a resource type. Referenced objects have names and are returned. */
function collectionFiles(model: PlacedModel, type: CollectedType): readonly TypeScriptFile[] {
  return [...generatedFilesOf(model, type)].map(([path, objects]) => {
    const scope = new ModuleScope(seenFrom(model, path));
    const how = WRITING[type]?.(scope, objects) ?? {
      comment: `The ${TYPE_FACTS[type].plural}.`,
      isReturned: () => true,
    };
    const { isReturned = () => false, isReferred = isReturned, noun = TYPE_FACTS[type].noun } = how;
    const {
      construct = (object) => scope.construct(object, propEntries(scope, TYPE_FACTS[type].shape, object.fields)),
    } = how;
    const [{ group = "" } = {}] = objects;
    const functionName = scope.name(camel(`${group} ${TYPE_FACTS[type].plural}`) + numberOf(path));
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
