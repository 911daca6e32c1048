import { commentOf } from "../code/source-file";
import { dashboardOrder } from "../model/dashboard-order";
import { type Imported, idsBefore, ofKind } from "../model/imported";
import { alertsElsewhere, alertsOn, type Model } from "../model/model";
import { camel } from "../naming/words";
import { alertCall, alertStatements } from "./alert";
import { apiKeyCall } from "./api-key";
import { collectionFile } from "./collection-file";
import { connectionCall } from "./connection";
import { dashboardFile } from "./dashboard-file";
import { escapeTemplates } from "./escape-templates";
import { importsFile } from "./imports-file";
import { mainFile } from "./main-file";
import { ModuleScope } from "./module-scope";
import { savedSearchCall } from "./saved-search";
import { sourceCall } from "./source";
import type { TypeScriptFile } from "./typescript-file";
import { addressStatement, webhookCall } from "./webhook";

/** The model as a program in TypeScript, each file under its path. */
export function writeTypeScript(raw: Model): readonly TypeScriptFile[] {
  const model = { ...raw, objects: raw.objects.map((each) => ({ ...each, fields: escapeTemplates(each.fields) })) };
  const order = dashboardOrder(model);
  const files = [
    ...connectionFile(model),
    ...sourceFile(model),
    ...webhookFile(model),
    ...order.dashboards.map((dashboard) => dashboardFile(model, order, dashboard)),
    ...savedSearchFile(model),
    ...alertFile(model),
    ...apiKeyFile(model),
  ];
  return [...files, importsFile(model), mainFile(model, files)];
}

function connectionFile(model: Model): readonly TypeScriptFile[] {
  const connections = ofKind(model.objects, "connection");
  if (connections.length === 0) return [];
  const scope = new ModuleScope();
  const file = collectionFile(scope, connections, {
    path: "connections.ts",
    functionName: "connections",
    comment: "The connections that sources read through.",
    noun: "connection",
    construct: (connection) => connectionCall(scope, connection),
    isReferred: () => true,
    isReturned: () => true,
  });
  return [file];
}

function sourceFile(model: Model): readonly TypeScriptFile[] {
  const sources = ofKind(model.objects, "source");
  if (sources.length === 0) return [];
  const scope = new ModuleScope();
  const file = collectionFile(scope, sources, {
    path: "sources.ts",
    functionName: "sources",
    comment: "The sources that tiles, filters and saved searches query.",
    noun: "source",
    construct: (source) => sourceCall(scope, model.references, { source, before: idsBefore(sources, source) }),
    isReferred: () => true,
    isReturned: () => true,
  });
  return [file];
}

function webhookFile(model: Model): readonly TypeScriptFile[] {
  const webhooks = ofKind(model.objects, "webhook");
  if (webhooks.length === 0) return [];
  const scope = new ModuleScope();
  const variables = new Map(webhooks.map((each) => [each.id, scope.name(camel(`${each.constructId} url`))]));
  const nameOf = ({ id }: Imported) => variables.get(id) ?? "";
  const referred = new Set(ofKind(model.objects, "alert").flatMap(webhooksOf));
  const file = collectionFile(scope, webhooks, {
    path: "webhooks.ts",
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
  });
  return [file];
}

function webhooksOf({ fields }: Imported): readonly unknown[] {
  return ((fields.channels ?? []) as readonly { readonly webhookId?: string }[]).map(({ webhookId }) => webhookId);
}

function savedSearchFile(model: Model): readonly TypeScriptFile[] {
  const searches = ofKind(model.objects, "saved_search");
  if (searches.length === 0) return [];
  const scope = new ModuleScope();
  const file = collectionFile(scope, searches, {
    path: "saved-searches.ts",
    functionName: "savedSearches",
    comment: "The saved searches and their alerts.",
    noun: "search",
    construct: (search) => savedSearchCall(scope, model.references, search),
    following: (search) => alertsOn(model, search).map((alert) => alertStatements(scope, model, alert)),
    isReferred: (search) => alertsOn(model, search).length > 0,
    isReturned: () => false,
  });
  return [file];
}

/** Alerts on what is not imported. */
function alertFile(model: Model): readonly TypeScriptFile[] {
  const alerts = alertsElsewhere(model);
  if (alerts.length === 0) return [];
  const scope = new ModuleScope();
  const file = collectionFile(scope, alerts, {
    path: "alerts.ts",
    functionName: "alerts",
    comment: "Alerts on dashboards and saved searches that are not managed here.",
    noun: "alert",
    construct: (alert) => alertCall(scope, model, alert),
    isReferred: () => false,
    isReturned: () => false,
  });
  return [file];
}

function apiKeyFile(model: Model): readonly TypeScriptFile[] {
  const keys = ofKind(model.objects, "api_key");
  if (keys.length === 0) return [];
  const scope = new ModuleScope();
  const file = collectionFile(scope, keys, {
    path: "api-keys.ts",
    functionName: "apiKeys",
    comment: "The API keys of the organization, adopted: destroying one here releases it and leaves it on the server.",
    noun: "key",
    construct: (key) => apiKeyCall(scope, model.references, key),
    isReferred: () => false,
    isReturned: () => false,
  });
  return [file];
}
