import * as constructs from "../../src";
import { compoundShapeOf, objectShapeOf } from "../../src/declaration/shape";
import type { Schema } from "../../src/plugin";
import { provider } from "../../src/provider/provider";
import { providerArguments } from "../../src/resources/provider-arguments";
import { resourceTypes } from "../../src/resources/registry";
import { type ResourceType, typeWithObjects } from "../../src/resources/resource-type";
import type { Construct, Page } from "./page";

const PROVIDER: Page = {
  kind: "provider",
  type: "clickstack",
  subcategory: "",
  summary: "Manages ClickHouse Cloud API keys, and ClickStack (HyperDX) dashboards and alerts.",
  details:
    "Environment variables can set most arguments. Set credentials in environment variables, so that no file contains credentials. API keys are in ClickHouse Cloud. Dashboards and alerts are in one deployment: in the open-source deployment if `api_key` is set, otherwise in the managed deployment. `npx cdk-clickstack install-provider` installs the provider where `terraform init` finds it ([The provider's executable](guides/provider.md)).",
  shape: objectShapeOf(providerArguments),
  construct: constructs.ClickStackProvider,
};

/** Ids for the examples of imports, one for each form of ids. */
const EXAMPLE_IDS = ["0123456789abcdef01234567", "2c7f5a1e-9b0d-4c57-8f3e-5d1a6b7c8d90"];

/** The pages of the reference: of the provider, and of every resource type. */
export const PAGES: readonly Page[] = [PROVIDER, ...resourceTypes.flatMap(pagesOf)];

function pagesOf(resourceType: ResourceType): readonly Page[] {
  const { subcategory, ephemeralResources = {}, dataSources = {} } = resourceType;
  const lookedUp = (kind: Page["kind"], all: typeof dataSources | typeof ephemeralResources, schemas: Schemas = {}) =>
    Object.entries(all).map(([name, { declaration, construct, details = "" }]) => ({
      kind,
      type: name,
      subcategory,
      summary: summaryOf(schemas, name),
      details,
      shape: compoundShapeOf(declaration()),
      ...inTypeScript(construct),
    }));
  return [
    ...(resourceType.resource ? [resourcePage(resourceType)] : []),
    ...lookedUp("ephemeral resource", ephemeralResources, provider.ephemeralResources),
    ...lookedUp("data source", dataSources, provider.dataSources),
  ];
}

function resourcePage(resourceType: ResourceType): Page {
  const { type, declaration, construct = "", subcategory, details = "", importNote = "" } = resourceType;
  const id = EXAMPLE_IDS.find(typeWithObjects(resourceType).api.idForm.fits);
  if (!declaration || id === undefined) {
    throw new Error(`The resource type ${type} has no declaration, or its ids have another form.`);
  }
  return {
    kind: "resource",
    type,
    subcategory,
    summary: summaryOf(provider.resources, type),
    details,
    shape: compoundShapeOf(declaration()),
    import: { id, note: importNote },
    ...inTypeScript(construct),
    ...(resourceType.inTypeScript && { inTypeScript: resourceType.inTypeScript }),
  };
}

type Schemas = Readonly<Record<string, { readonly schema: Schema }>>;

function summaryOf(schemas: Schemas, type: string): string {
  return schemas[type]?.schema.description ?? "";
}

function inTypeScript(name: string): Pick<Page, "construct"> {
  const construct = (constructs as unknown as Readonly<Record<string, Construct>>)[name];
  if (!construct) {
    throw new Error(`src/index.ts does not export the class ${name}.`);
  }
  return { construct };
}
