import type { Emulator } from "../../src/emulator";
import { startEmulator } from "../support/emulator/emulator-for-tests";
import { follow, Guide, type Step } from "../support/recipe";
import { RecipeProject } from "../support/recipe-project";
import { listed } from "../support/ui";

const guide = new Guide("docs/guides/environments.md");

let staging: Emulator;
let production: Emulator;
let project: RecipeProject;

beforeEach(async () => {
  staging = await startEmulator({ seed: { accessKey: "staging-key" } });
  production = await startEmulator({ seed: { accessKey: "production-key" } });
  // The user's shell has a variable with another server, as after a mistake.
  project = new RecipeProject({ CLICKSTACK_ENDPOINT: production.endpoints.openSource.endpoint });
});

afterEach(async () => {
  project.remove();
  await staging.stop();
  await production.stop();
});

// A page is a whole session of a user: up to ten runs of the engine.
jest.setTimeout(600_000);

const names = async (server: Emulator) => (await listed(server, "dashboards")).map(({ name }) => name);
const only = (section: string): Step | undefined => guide.steps(section)[0];

test("one program deploys staging and production, each with its own server, key and parameters", async () => {
  const [program] = guide.steps("The program");
  const [stagingEndpoint, productionEndpoint] = [staging, production].map(
    ({ endpoints }) => endpoints.openSource.endpoint,
  );
  await follow(project, program, {
    "https://clickstack.staging.example.com": String(stagingEndpoint),
    "https://clickstack.example.com": String(productionEndpoint),
  });
  const deployed = await follow(project, only("Credentials"), { "your-staging-key": "staging-key" });
  expect(deployed).toMatch(/dashboard_url = "https:\/\/hyperdx\.staging\.example\.com\/dashboards\/[0-9a-f]{24}"\n/);
  expect(await listed(staging, "alerts")).toMatchObject([{ threshold: 500 }]);
  expect(await listed(production, "dashboards")).toEqual([]);

  // The key of the other environment is in the correct variable. The server refuses it, and nothing changes.
  await expect(follow(project, only("Promotion"), { "your-production-key": "staging-key" })).rejects.toThrow(
    "returned 401: Unauthorized",
  );
  expect(await listed(production, "dashboards")).toEqual([]);

  await follow(project, only("Promotion"), { "your-production-key": "production-key" });
  expect(await listed(production, "alerts")).toMatchObject([{ threshold: 20 }]);
  expect(await listed(production, "dashboards")).toMatchObject([{ name: "Checkout", tags: ["production"] }]);
  expect(await names(staging)).toEqual(["Checkout"]);
  expect([...project.state("staging").keys()]).toEqual([...project.state("production").keys()]);
});

test("an environment without one of the parameters does not compile", async () => {
  const [program] = guide.steps("The program");
  project.write({ "main.ts": (program?.text ?? "").replace("    maxErrors: 20,\n", "") });
  await expect(project.run("npm run check")).rejects.toThrow("'maxErrors' is missing");
});

test("each stack stores its state in a bucket of its environment", async () => {
  await follow(project, only("State"));
  await project.run("npm run synth");
  for (const name of ["staging", "production"]) {
    expect(project.synthesized(name)).toMatchObject({
      terraform: { backend: { s3: { bucket: `my-terraform-state-${name}`, key: `clickstack/${name}.tfstate` } } },
    });
  }
});

test("an environment can be a service of ClickHouse Cloud", async () => {
  const { endpoint, organizationId, serviceId, keyId, keySecret } = staging.endpoints.managed;
  const [program, commands] = guide.steps("ClickHouse Cloud");
  await follow(project, program, {
    "11111111-0000-4000-8000-000000000001": organizationId,
    "22222222-0000-4000-8000-000000000001": serviceId,
  });
  project.shell.CLICKHOUSE_CLOUD_ENDPOINT = endpoint;
  await follow(project, commands, { "your-key-id": keyId, "your-key-secret": keySecret });
  expect(await names(staging)).toEqual(["Welcome to staging"]);
});
