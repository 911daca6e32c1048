import { installNullProvider } from "../../support/null-provider/install";
import { Terraform } from "../../support/plugin/harness/terraform";
import { temporaryFolder } from "./harness/bundle";

const folder = temporaryFolder();
const terraform = new Terraform(folder.path);

const configuration = (trigger: string) => `
  terraform {
    required_providers {
      null = { source = "hashicorp/null" }
    }
  }
  resource "null_resource" "it" {
    triggers = { version = "${trigger}" }
  }
`;

beforeAll(async () => {
  installNullProvider(folder.path);
  terraform.write(configuration("1"));
  await terraform.must("init");
});

afterAll(() => folder[Symbol.dispose]());

describe("the replacement of hashicorp/null in the real terraform", () => {
  test("can be created, replaced when a trigger changes, imported and destroyed", async () => {
    expect(await terraform.must("apply", "-auto-approve")).toContain("1 added, 0 changed, 0 destroyed");
    expect(await terraform.planCode()).toBe(0);
    const first = await terraform.attributes("null_resource.it");
    expect(first).toEqual({ id: expect.stringMatching(/^\d+$/), triggers: { version: "1" } });

    terraform.write(configuration("2"));
    expect(await terraform.must("plan")).toContain('~ "version" = "1" -> "2"');
    expect(await terraform.must("plan")).toContain("# forces replacement");
    expect(await terraform.must("apply", "-auto-approve")).toContain("1 added, 0 changed, 1 destroyed");
    const second = await terraform.attributes("null_resource.it");
    expect(second.id).not.toBe(first.id);

    await terraform.must("state", "rm", "null_resource.it");
    await terraform.must("import", "null_resource.it", "4711");
    expect(await terraform.attributes("null_resource.it")).toEqual({ id: "4711", triggers: null });

    expect(await terraform.must("destroy", "-auto-approve")).toContain("1 destroyed");
    expect(await terraform.must("state", "list")).toBe("");
  });
});
