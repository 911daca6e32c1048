import type { CodeFormat } from "../../import/formats";
import { type Imported, idsBefore, ofType } from "../../import/imported";
import type { ImportedType } from "../../import/imported-types";
import { freshLayout } from "../../import/layout";
import {
  alertsBeside,
  dashboardOrder,
  generatedFilesOf,
  inFileOrder,
  type LaidOutModel,
  type Model,
  seenFrom,
} from "../../import/model";
import { camel, numberOf } from "../../import/names";
import { escapeTemplates } from "../text";
import {
  addressStatement,
  alertCall,
  alertStatements,
  apiKeyCall,
  type Collected,
  collectionFile,
  connectionCall,
  savedSearchCall,
  sourceCall,
  webhookCall,
} from "./constructs";
import type { TypeScriptFile } from "./entry-function";
import { dashboardFile, importsFile } from "./files";
import { mainFile } from "./main-file";
import { ModuleScope } from "./module-scope";
import { commentOf } from "./source-file";

/** The model as a whole program in TypeScript, each file under its path. */
export function writeTypeScript(model: Model): readonly TypeScriptFile[] {
  const files = objectFiles({ ...model, layout: freshLayout(model.objects, "typescript" satisfies CodeFormat) });
  const imports = importsFile("imports.ts", model.objects);
  return [...files, imports, mainFile(model, files, [imports.path])];
}

/** The files of TypeScript that declare objects, as far as they are generated. */
export function objectFiles(raw: LaidOutModel): readonly TypeScriptFile[] {
  const model = { ...raw, objects: raw.objects.map((each) => ({ ...each, fields: escapeTemplates(each.fields) })) };
  const order = dashboardOrder(model);
  return [
    ...filesOf(model, "connection", connectionFile),
    ...filesOf(model, "source", sourceFile),
    ...filesOf(model, "webhook", webhookFile),
    ...order.dashboards
      .filter((each) => model.layout.isGenerated(model.layout.pathOf(each)))
      .map((dashboard) => dashboardFile(model, order, dashboard)),
    ...filesOf(model, "saved_search", savedSearchFile),
    ...filesOf(model, "alert", alertFile),
    ...filesOf(model, "api_key", apiKeyFile),
  ];
}

/** How a file is written with the objects of a resource type that stand in it. */
type Describe = (model: LaidOutModel, objects: readonly Imported[], scope: ModuleScope) => Omit<Collected, "path">;

function filesOf(model: LaidOutModel, type: ImportedType, describe: Describe): readonly TypeScriptFile[] {
  return [...generatedFilesOf(model, type)].map(([path, objects]) => {
    const scope = new ModuleScope(model.form);
    const how = describe(seenFrom(model, path), objects, scope);
    return collectionFile(scope, objects, { ...how, path, functionName: how.functionName + numberOf(path) });
  });
}

function connectionFile(_: LaidOutModel, __: readonly Imported[], scope: ModuleScope): Omit<Collected, "path"> {
  return {
    functionName: "connections",
    comment: "The connections that sources read through.",
    noun: "connection",
    construct: (connection) => connectionCall(scope, connection),
    isReferred: () => true,
    isReturned: () => true,
  };
}

function sourceFile(model: LaidOutModel, _: readonly Imported[], scope: ModuleScope): Omit<Collected, "path"> {
  const sources = inFileOrder(model, "source");
  return {
    functionName: "sources",
    comment: "The sources that tiles, filters and saved searches query.",
    noun: "source",
    construct: (source) => sourceCall(scope, model.references, { source, before: idsBefore(sources, source) }),
    isReferred: () => true,
    isReturned: () => true,
  };
}

function webhookFile(model: LaidOutModel, webhooks: readonly Imported[], scope: ModuleScope): Omit<Collected, "path"> {
  const variables = new Map(webhooks.map((each) => [each.id, scope.name(camel(`${each.constructId} url`))]));
  const nameOf = ({ id }: Imported) => variables.get(id) ?? "";
  const referred = new Set(ofType(model.objects, "alert").flatMap(webhooksOf));
  return {
    functionName: "webhooks",
    comment: "The webhooks that alerts are sent to.",
    noun: "webhook",
    construct: (webhook) => webhookCall(scope, webhook, nameOf(webhook)),
    before: [
      commentOf("An address authorizes whoever knows it, so that it comes from outside: TF_VAR_<name>."),
      ...webhooks.map((webhook) => addressStatement(scope, webhook, nameOf(webhook))),
    ],
    isReferred: ({ id }) => referred.has(id),
    isReturned: ({ id }) => referred.has(id),
  };
}

function webhooksOf({ fields }: Imported): readonly unknown[] {
  return ((fields.channels ?? []) as readonly { readonly webhookId?: string }[]).map(({ webhookId }) => webhookId);
}

function savedSearchFile(model: LaidOutModel, _: readonly Imported[], scope: ModuleScope): Omit<Collected, "path"> {
  return {
    functionName: "savedSearches",
    comment: "The saved searches and their alerts.",
    noun: "search",
    construct: (search) => savedSearchCall(scope, model.references, search),
    following: (search) => alertsBeside(model, search).map((alert) => alertStatements(scope, model, alert)),
    isReferred: (search) => alertsBeside(model, search).length > 0,
    isReturned: () => false,
  };
}

function alertFile(model: LaidOutModel, _: readonly Imported[], scope: ModuleScope): Omit<Collected, "path"> {
  return {
    functionName: "alerts",
    comment:
      "Alerts on charts of their own, and on dashboards and saved searches that other files declare or that are not managed here.",
    noun: "alert",
    construct: (alert) => alertCall(scope, model, alert),
    isReferred: () => false,
    isReturned: () => false,
  };
}

function apiKeyFile({ references }: LaidOutModel, _: readonly Imported[], scope: ModuleScope): Omit<Collected, "path"> {
  return {
    functionName: "apiKeys",
    comment: "The API keys of the organization, adopted: destroying one here releases it and leaves it on the server.",
    noun: "key",
    construct: (key) => apiKeyCall(scope, references, key),
    isReferred: () => false,
    isReturned: () => false,
  };
}
