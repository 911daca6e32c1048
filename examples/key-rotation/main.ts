import { ApiKey, ClickStackProvider } from "cdk-clickstack";
import { App, DataResource, LocalBackend, TerraformStack, TerraformVariable } from "cdktf";

// A key that is replaced every 30 days, and whose secret only the holder of an age identity can read: the state has the
// cipher text, and a file of it goes to whoever deploys. Credentials come from the environment:
// CLICKHOUSE_CLOUD_API_KEY, CLICKHOUSE_CLOUD_API_SECRET and CLICKHOUSE_ORGANIZATION_ID.
const app = new App();
const stack = new TerraformStack(app, "key-rotation");
// State beside the stack; a team uses a remote backend instead.
new LocalBackend(stack, { path: "terraform.tfstate" });
new ClickStackProvider(stack, "clickstack");

const recipient = new TerraformVariable(stack, "recipient", {
  description: "The public key of whoever may read the secret: `age-keygen -o key.txt` prints it.",
  type: "string",
});

const deploy = new ApiKey(stack, "deploy", {
  name: "deploy",
  roles: ["Deploy bot"],
  allowAnyIp: true,
  ageRecipients: [recipient.stringValue],
  // The new key is there, and in the store, before the old one begins to end.
  rotation: { every: "30d", overlap: "7d" },
});

// The store: a file. With a vault, its resource stands here, with the cipher text as its value.
new DataResource(stack, "store", {
  triggersReplace: { key: deploy.id },
  provisioners: [
    {
      type: "local-exec",
      command: `printf '%s' "$CIPHER_TEXT" > deploy-key.age`,
      environment: { CIPHER_TEXT: deploy.encryptedSecret },
    },
  ],
});

app.synth();
