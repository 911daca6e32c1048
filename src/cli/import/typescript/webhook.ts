import { call, code, type Expression, literal, object, text } from "../code/expression";
import { constant, type Statement } from "../code/source-file";
import { addressVariableOf, type Imported } from "../model/imported";
import { lifecycleEntry } from "./lifecycle";
import { type ModuleScope, SCOPE } from "./module-scope";
import { plainEntries } from "./tile";

/** `const slackOncallUrl = new TerraformVariable(scope, "slack_oncall_url", { type: "string", sensitive: true });` */
export function addressStatement(scope: ModuleScope, webhook: Imported, name: string): Statement {
  const variable = scope.file.use("cdktf", "TerraformVariable");
  const props = object({ type: text("string"), sensitive: literal(true) });
  return constant(name, call(`new ${variable}`, code(SCOPE), text(addressVariableOf(webhook)), props));
}

/** `new WebhookResource(scope, "slack-oncall", { name: "Slack oncall", service: "slack", url: slackOncallUrl.stringValue })`. */
export function webhookCall(scope: ModuleScope, webhook: Imported, variable: string): Expression {
  const { name, service, url: _, ...fields } = webhook.fields;
  const props = [
    ...plainEntries({ name, service }),
    { key: "url", value: code(`${variable}.stringValue`) },
    ...plainEntries(fields),
    ...lifecycleEntry(webhook),
  ];
  const callee = `new ${scope.use("WebhookResource")}`;
  return call(callee, code(SCOPE), text(webhook.constructId), object(props, { isSpread: true }));
}
