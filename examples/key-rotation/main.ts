import { ApiKey, ClickStackProvider } from "cdk-clickstack/cdktn";
import { App, DataResource, LocalBackend, TerraformStack, TerraformVariable } from "cdktn";

// Rotates a key every 30 days. Only the holder of an age identity can read its secret: the state and a file contain the
// encrypted secret. Environment variables set the credentials: CLICKHOUSE_CLOUD_API_KEY, CLICKHOUSE_CLOUD_API_SECRET
// and CLICKHOUSE_ORGANIZATION_ID.
const app = new App();
const stack = new TerraformStack(app, "key-rotation");
// Stores the state next to the stack. A team uses a remote backend instead.
new LocalBackend(stack, { path: "terraform.tfstate" });
new ClickStackProvider(stack, "clickstack");

const recipient = new TerraformVariable(stack, "recipient", {
  description: "The age public key that encrypts the secret. `age-keygen -o key.txt` prints it.",
  type: "string",
});

// clickstack-lint-disable-next-line key-open-addresses -- hosted runners have no fixed addresses
const deploy = new ApiKey(stack, "deploy", {
  name: "deploy",
  roles: ["Deploy bot"],
  allowAnyIp: true,
  ageRecipients: [recipient.stringValue],
  // Terraform creates and stores the new key before the previous one expires.
  rotation: { every: "30d", overlap: "7d" },
});

// Stores the encrypted secret in a file. To use a vault, replace this by its resource.
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
