import { existsSync } from "node:fs";
import { join } from "node:path";
import { NullProvider } from "@cdktf/provider-null/lib/provider";
import type { TerraformStack } from "cdktf";
import { Alert, ApiKey, above, ClickStackProvider, KeyMaterial } from "../../../src";
import { CheckedAlert, CheckedKey, type CheckedKeyProps } from "../../../src/checks";
import {
  executableFile,
  mistakes,
  readStack,
  reference,
  synthesisedFolder,
  synthesized,
} from "../../support/constructs/synthesize";
import { ID } from "../../support/declaration/declarations";

const RECIPIENT = "age187jr4emhpt5hkm69cpfq98e3tu3xv6auejnr9ngc6278nxzf3vfs3msvqu";
const ORGANIZATION = "aaaaaaaa-0000-4000-8000-000000000001";
const addresses = { name: "ci", ipAccessList: [{ source: "203.0.113.7" }] };

interface Check {
  readonly triggers: Record<string, string>;
  readonly provisioner: {
    "local-exec": { command: string; working_dir: string; environment?: Record<string, string> };
  }[];
}

const checkIn = (build: (stack: TerraformStack) => void): Check =>
  synthesized((stack) => {
    new NullProvider(stack, "null");
    build(stack);
  }).resource?.null_resource?.check as unknown as Check;

const checkedKey = (stack: TerraformStack, key: CheckedKeyProps["key"], more: Partial<CheckedKeyProps> = {}) =>
  new CheckedKey(stack, "check", { key, ...more });

test("a check of a key runs again when the key is replaced or changed, and no trigger contains a secret", () => {
  const { triggers, provisioner } = checkIn((stack) =>
    checkedKey(stack, new ApiKey(stack, "key", { ...addresses, secretInState: true }), { triggers: { more: "1" } }),
  );
  expect(triggers).toEqual({
    id: reference("clickstack_api_key.key.id"),
    state: reference("clickstack_api_key.key.state"),
    expire_at: reference("jsonencode(clickstack_api_key.key.expire_at)"),
    assigned_role_ids: reference("jsonencode(clickstack_api_key.key.assigned_role_ids)"),
    ip_access_list: reference("jsonencode(clickstack_api_key.key.ip_access_list)"),
    more: "1",
  });
  const [{ "local-exec": run }] = provisioner as [Check["provisioner"][number]];
  expect(run).toEqual({
    command: "node clickstack-check.cjs check key",
    working_dir: reference("path.module"),
    environment: {
      CLICKSTACK_CHECK_ID: reference("clickstack_api_key.key.id"),
      CLICKSTACK_CHECK_STATE: reference("clickstack_api_key.key.state"),
      CLICKSTACK_CHECK_MAY_READ: "nothing",
      CLICKSTACK_CHECK_KEY_ID: reference("clickstack_api_key.key.key_id"),
      CLICKSTACK_CHECK_KEY_SECRET: reference("clickstack_api_key.key.key_secret"),
    },
  });
});

test("custom key material and an encrypted secret are passed to the check in its environment", () => {
  const own = checkIn((stack) => {
    const material = new KeyMaterial(stack, "material");
    const key = new ApiKey(stack, "key", { ...addresses, material, materialVersion: "1" });
    checkedKey(stack, key, { secret: material });
  });
  expect(own.provisioner[0]?.["local-exec"].environment).toMatchObject({
    CLICKSTACK_CHECK_KEY_ID: reference("ephemeral.clickstack_key_material.material.key_id"),
    CLICKSTACK_CHECK_KEY_SECRET: reference("ephemeral.clickstack_key_material.material.key_secret"),
  });
  const encrypted = checkIn((stack) =>
    checkedKey(stack, new ApiKey(stack, "key", { ...addresses, ageRecipients: [RECIPIENT] }), {
      secret: { identityFile: "key.txt" },
    }),
  );
  expect(encrypted.provisioner[0]?.["local-exec"].environment).toMatchObject({
    CLICKSTACK_CHECK_ENCRYPTED_SECRET: reference("clickstack_api_key.key.encrypted_secret"),
    CLICKSTACK_CHECK_IDENTITY_FILE: "key.txt",
  });
});

test("a check of a key gets mayRead and mayNotRead, and runs again when they change", () => {
  const { triggers, provisioner } = checkIn((stack) =>
    checkedKey(stack, new ApiKey(stack, "key", { ...addresses, secretInState: true }), {
      mayRead: "sources",
      mayNotRead: ["keys"],
    }),
  );
  expect(provisioner[0]?.["local-exec"].environment).toMatchObject({
    CLICKSTACK_CHECK_MAY_READ: "sources",
    CLICKSTACK_CHECK_MAY_NOT_READ: "keys",
  });
  expect(triggers).toMatchObject({ may_read: "sources", may_not_read: "keys" });
});

test("a check of a key without a readable secret is refused", () => {
  const found = mistakes((stack) => {
    new NullProvider(stack, "null");
    checkedKey(stack, new ApiKey(stack, "key", { ...addresses, ageRecipients: [RECIPIENT] }));
  });
  expect(found).toEqual([expect.stringMatching(/^\[test\/check\] secret: The state does not contain the secret/)]);
});

test("a check uses the endpoint of the provider block, and synthesis writes its script next to the stack", () => {
  const folder = synthesisedFolder((stack) => {
    new NullProvider(stack, "null");
    new ClickStackProvider(stack, "clickstack", { executable: executableFile(), endpoint: "https://hyperdx.example" });
    const on = { savedSearchId: ID };
    const notify = [{ type: "webhook" as const, webhookId: ID }];
    const alert = new Alert(stack, "alert", { on, when: above(1), every: "5m", notify });
    new CheckedAlert(stack, "check", { alert, reachWebhooks: false });
  });
  const check = readStack(folder).resource?.null_resource?.check as unknown as Check | undefined;
  expect(check?.triggers.alert).toBe(reference("sha256(jsonencode(clickstack_alert.alert))"));
  expect(check?.provisioner[0]?.["local-exec"]).toMatchObject({
    command: "node clickstack-check.cjs check alert",
    environment: {
      CLICKSTACK_CHECK_ID: reference("clickstack_alert.alert.id"),
      CLICKSTACK_CHECK_REACH: "false",
      CLICKSTACK_CHECK_PROVIDER: reference('jsonencode({"endpoint" = "https://hyperdx.example"})'),
    },
  });
  expect(existsSync(join(folder, "clickstack-check.cjs"))).toBe(true);
});

test("the check of a key gets only the address of ClickHouse Cloud from the provider block", () => {
  const folder = synthesisedFolder((stack) => {
    new NullProvider(stack, "null");
    new ClickStackProvider(stack, "clickstack", {
      executable: executableFile(),
      endpoint: "https://hyperdx.example",
      apiKey: "access-key",
      team: "blue",
      deployment: "open_source",
      cloudApiKey: "run-id",
      cloudApiSecret: "run-secret",
      cloudEndpoint: "https://cloud.example",
      organizationId: ORGANIZATION,
    });
    checkedKey(stack, new ApiKey(stack, "key", { ...addresses, secretInState: true }));
  });
  const check = readStack(folder).resource?.null_resource?.check as unknown as Check;
  expect(check.provisioner[0]?.["local-exec"].environment?.CLICKSTACK_CHECK_PROVIDER).toBe(
    reference(`jsonencode({"cloudEndpoint" = "https://cloud.example", "organizationId" = "${ORGANIZATION}"})`),
  );
});

test("no shell command contains values from a program or a server", () => {
  const { provisioner } = checkIn((stack) => {
    const key = new ApiKey(stack, "key", { ...addresses, secretInState: true });
    checkedKey(stack, key, { mayRead: '"; rm -rf ~; "' as "keys", triggers: { more: "$(id)" } });
  });
  expect(provisioner[0]?.["local-exec"].command).toBe("node clickstack-check.cjs check key");
});

test("an existing key is checked with references to the secret from the program", () => {
  const { triggers, provisioner } = checkIn((stack) =>
    checkedKey(stack, ApiKey.byName(stack, "ci"), { secret: { keyId: "ID", keySecret: "SECRET" } }),
  );
  const key = "data.clickstack_api_key.api-key-ci";
  expect(triggers).toEqual({
    id: reference(`${key}.id`),
    state: reference(`${key}.state`),
    expire_at: reference(`jsonencode(${key}.expire_at)`),
    assigned_roles: reference(`jsonencode(${key}.assigned_roles)`),
    ip_access_list: reference(`jsonencode(${key}.ip_access_list)`),
  });
  expect(provisioner[0]?.["local-exec"].environment).toEqual({
    CLICKSTACK_CHECK_ID: reference(`${key}.id`),
    CLICKSTACK_CHECK_STATE: reference(`${key}.state`),
    CLICKSTACK_CHECK_MAY_READ: "nothing",
    CLICKSTACK_CHECK_KEY_ID: "ID",
    CLICKSTACK_CHECK_KEY_SECRET: "SECRET",
  });
});

test.each<[string, Partial<CheckedKeyProps>]>([
  ["no secret", {}],
  ["an age identity file", { secret: { identityFile: "key.txt" } }],
])("a check of an existing key with %s is refused", (_, more) => {
  const found = mistakes((stack) => {
    new NullProvider(stack, "null");
    checkedKey(stack, ApiKey.byName(stack, "ci"), more);
  });
  expect(found).toEqual([
    expect.stringMatching(/^\[test\/check\] secret: No state contains the secret of an existing/),
  ]);
});

test("the check of an alert runs again when the alert changes, and does not run again when the alert fires", () => {
  const { triggers, provisioner } = checkIn(
    (stack) => new CheckedAlert(stack, "check", { alert: Alert.byName(stack, "Errors") }),
  );
  const alert = "data.clickstack_alert.alert-errors";
  expect(triggers.id).toBe(reference(`${alert}.id`));
  expect(triggers.alert).toContain(`${alert}.threshold`);
  expect(triggers.alert).toContain(`${alert}.channels`);
  expect(triggers.alert).not.toMatch(/\.(state|silenced|execution_errors|updated_at)\b/);
  expect(provisioner[0]?.["local-exec"].environment?.CLICKSTACK_CHECK_ID).toBe(reference(`${alert}.id`));
});
