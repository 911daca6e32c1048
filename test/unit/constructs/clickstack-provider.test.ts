import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TerraformVariable } from "cdktf";
import { ApiKey, ClickStackProvider, type ClickStackProviderProps, VERSION } from "../../../src";
import { thisPlatform } from "../../../src/install/provider-executable";
import {
  executableFile,
  mistakes,
  readStack,
  reference,
  synthesisedFolder,
  temporaryFolder,
} from "../../support/constructs/synthesize";

const HOSTS = ["registry.terraform.io", "registry.opentofu.org"];

const placedAt = (folder: string, host: string, platform: string, extension = "") =>
  join(
    folder,
    "terraform.d/plugins",
    host,
    "cdk-clickstack/clickstack",
    VERSION,
    platform,
    `terraform-provider-clickstack_v${VERSION}${extension}`,
  );

const folderWith = (props: ClickStackProviderProps) =>
  synthesisedFolder((stack) => new ClickStackProvider(stack, "clickstack", { executable: executableFile(), ...props }));

/** The line of the program, below the key that engines ignore. */
const POSITION = { clickstack: { source: expect.stringMatching(/clickstack-provider\.test\.ts:\d+:\d+$/) } };

describe("the provider block", () => {
  test("requires exactly the version of this package", () => {
    expect(readStack(folderWith({})).terraform.required_providers).toEqual({
      clickstack: { source: "cdk-clickstack/clickstack", version: VERSION },
    });
  });

  test("accepts custom headers as texts and as variables", () => {
    const { provider } = readStack(
      synthesisedFolder((stack) => {
        const token = new TerraformVariable(stack, "token", { type: "string", sensitive: true });
        const httpHeaders = { "X-Proxy-Token": token.stringValue, "X-Team": "blue" };
        return new ClickStackProvider(stack, "clickstack", { executable: executableFile(), httpHeaders });
      }),
    );
    expect(provider?.clickstack).toEqual([
      // biome-ignore lint/suspicious/noTemplateCurlyInString: what Terraform evaluates.
      { http_headers: { "X-Proxy-Token": "${var.token}", "X-Team": "blue" }, "//": POSITION },
    ]);
  });

  test("contains the declared values, but not the executable and the platforms", () => {
    const { provider } = readStack(
      folderWith({
        endpoint: "http://localhost:8000",
        organizationId: "o",
        deployment: "open_source",
        requestsPerWindow: 20,
        allowInsecureHttp: false,
        platforms: ["linux_arm64"],
      }),
    );
    expect(provider?.clickstack).toEqual([
      {
        endpoint: "http://localhost:8000",
        organization_id: "o",
        deployment: "open_source",
        requests_per_window: 20,
        allow_insecure_http: false,
        "//": POSITION,
      },
    ]);
  });

  test("refers to a variable for a credential, and no file contains the credential", () => {
    const folder = synthesisedFolder((stack) => {
      const secret = new TerraformVariable(stack, "secret", { type: "string", sensitive: true });
      new ClickStackProvider(stack, "clickstack", { executable: executableFile(), cloudApiSecret: secret.stringValue });
    });
    expect(readStack(folder).provider?.clickstack).toEqual([
      { cloud_api_secret: reference("var.secret"), "//": POSITION },
    ]);
  });

  test("has an alias if a stack has several provider blocks, and resources refer to the alias", () => {
    const folder = synthesisedFolder((stack) => {
      const executable = executableFile();
      new ClickStackProvider(stack, "main", { executable });
      const provider = new ClickStackProvider(stack, "second", { executable, alias: "second" });
      new ApiKey(stack, "key", { provider, adopt: { id: "2f1f7f0e-6a3c-4a53-9d3e-0a1c3c0f5b11" } });
    });
    const { provider, resource } = readStack(folder);
    expect(provider?.clickstack).toEqual([{ "//": POSITION }, { alias: "second", "//": POSITION }]);
    expect(resource?.clickstack_api_key?.key?.provider).toBe("clickstack.second");
  });
});

describe("the provider executable of a stack", () => {
  test("is placed where both engines look for it on this machine, and can be run", () => {
    const folder = folderWith({ executable: executableFile("#!/bin/sh\nexit 7\n") });
    for (const host of HOSTS) {
      const placed = placedAt(folder, host, thisPlatform());
      expect(readFileSync(placed, "utf8")).toBe("#!/bin/sh\nexit 7\n");
      expect(statSync(placed).mode & 0o777).toBe(0o755);
    }
  });

  test("is placed for every requested platform, and for no other platform", () => {
    const folder = folderWith({ platforms: ["linux_arm64", "windows_amd64"] });
    for (const host of HOSTS) {
      expect(existsSync(placedAt(folder, host, "linux_arm64"))).toBe(true);
      expect(existsSync(placedAt(folder, host, "windows_amd64", ".exe"))).toBe(true);
      expect(existsSync(placedAt(folder, host, thisPlatform()))).toBe(false);
    }
  });

  test("does not change when the original executable changes after synthesis", () => {
    const executable = executableFile("before");
    const folder = folderWith({ executable });
    writeFileSync(executable, "after");
    for (const host of HOSTS) {
      expect(readFileSync(placedAt(folder, host, thisPlatform()), "utf8")).toBe("before");
    }
  });

  test("is refused with the provider's path if it does not exist", () => {
    const executable = join(temporaryFolder(), "missing");
    expect(mistakes((stack) => new ClickStackProvider(stack, "second", { alias: "second", executable }))).toEqual([
      `[test/second] executable: The file ${executable} does not exist. Build it, or remove this prop to use the executable of this package.`,
    ]);
  });

  test("is refused with an install command if this package does not contain the platform", () => {
    const placing = (platform: string) => () =>
      synthesisedFolder((stack) => new ClickStackProvider(stack, "clickstack", { platforms: [platform] }));
    expect(placing("windows_arm64")).toThrow(
      `cdk-clickstack has no provider executable for windows_arm64. Fix: Run "npm install --no-save --force @cdk-clickstack/provider-win32-arm64@${VERSION}".`,
    );
    expect(placing("windows_386")).toThrow(
      "There are executables for linux_amd64, linux_arm64, darwin_amd64, darwin_arm64, windows_amd64, windows_arm64. For another platform, set the executable prop of ClickStackProvider.",
    );
  });
});

test("an error of the provider construct contains the construct's path", () => {
  const props = { alias: "second", deployment: "cloud", endpont: "http://localhost:8000" };
  expect(
    mistakes((stack) => new ClickStackProvider(stack, "second", props as unknown as ClickStackProviderProps)),
  ).toEqual([
    '[test/second] deployment: Must be one of "open_source", "managed"; it is "cloud".',
    '[test/second] endpont: Unknown field. Did you mean "endpoint"?',
  ]);
});
