import { Workspace } from "../support/workspace";

interface Attribute {
  readonly description?: string;
  readonly type?: unknown;
  readonly nested_type?: { readonly attributes: Readonly<Record<string, Attribute>> };
}
interface Schema {
  readonly block: { readonly description?: string; readonly attributes: Readonly<Record<string, Attribute>> };
}
interface ProviderSchema {
  readonly provider: Schema;
  readonly resource_schemas: Readonly<Record<string, Schema>>;
  readonly data_source_schemas: Readonly<Record<string, Schema>>;
}

describe("the output of terraform providers schema -json", () => {
  let workspace: Workspace;
  let schema: ProviderSchema;

  beforeAll(async () => {
    workspace = new Workspace({});
    workspace.write("");
    await workspace.init();
    const all = JSON.parse(await workspace.must("providers", "schema", "-json")) as {
      provider_schemas: Record<string, ProviderSchema>;
    };
    schema = Object.values(all.provider_schemas)[0] as ProviderSchema;
  });

  afterAll(() => workspace.remove());

  test("lists every resource and data source", () => {
    expect(Object.keys(schema.resource_schemas).sort()).toEqual([
      "clickstack_alert",
      "clickstack_api_key",
      "clickstack_connection",
      "clickstack_dashboard",
      "clickstack_organization_role",
      "clickstack_role_assignment",
      "clickstack_saved_search",
      "clickstack_source",
      "clickstack_source_links",
      "clickstack_team",
      "clickstack_team_member",
      "clickstack_team_role",
      "clickstack_webhook",
    ]);
    expect(Object.keys(schema.data_source_schemas).sort()).toEqual([
      "clickstack_alert",
      "clickstack_alerts",
      "clickstack_api_key",
      "clickstack_api_keys",
      "clickstack_chart_series",
      "clickstack_connection",
      "clickstack_connections",
      "clickstack_dashboard",
      "clickstack_dashboards",
      "clickstack_organization_role",
      "clickstack_organization_roles",
      "clickstack_organization_user",
      "clickstack_organization_users",
      "clickstack_saved_search",
      "clickstack_saved_searches",
      "clickstack_search",
      "clickstack_source",
      "clickstack_sources",
      "clickstack_team",
      "clickstack_team_member",
      "clickstack_team_members",
      "clickstack_team_role",
      "clickstack_team_roles",
      "clickstack_webhook",
      "clickstack_webhooks",
    ]);
  });

  test("contains a description of every schema and every attribute, at every depth", () => {
    const schemas = { provider: schema.provider, ...schema.resource_schemas, ...schema.data_source_schemas };
    const bare = Object.entries(schemas).flatMap(([name, { block }]) => [
      ...(block.description ? [] : [name]),
      ...undescribed(block.attributes, name),
    ]);
    expect(bare).toEqual([]);
    expect(
      Object.keys(flatten(schema.resource_schemas.clickstack_dashboard?.block.attributes ?? {})).length,
    ).toBeGreaterThan(50);
  });
});

function undescribed(attributes: Readonly<Record<string, Attribute>>, path: string): string[] {
  return Object.entries(flatten(attributes, path)).flatMap(([name, { description }]) =>
    description?.trim() ? [] : [name],
  );
}

function flatten(attributes: Readonly<Record<string, Attribute>>, path = ""): Record<string, Attribute> {
  const entries = Object.entries(attributes).flatMap(([name, attribute]) => [
    [`${path}.${name}`, attribute] as const,
    ...Object.entries(flatten(attribute.nested_type?.attributes ?? {}, `${path}.${name}`)),
  ]);
  return Object.fromEntries(entries);
}
