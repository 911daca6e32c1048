import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The pinned version of Terraform's plugin framework. */
const FRAMEWORK = "github.com/hashicorp/terraform-plugin-framework@v1.19.0";

/** Schemas of one provider, as in `terraform providers schema -json`. */
export interface ProviderSchemas {
  readonly resource_schemas: Readonly<Record<string, SchemaJson>>;
  readonly data_source_schemas: Readonly<Record<string, SchemaJson>>;
}

interface SchemaJson {
  readonly version: number;
  readonly block: { readonly attributes: Attributes };
}

type Attributes = Readonly<Record<string, AttributeJson>>;

interface AttributeJson {
  readonly type?: TypeJson;
  readonly nested_type?: { readonly nesting_mode: "single" | "list" | "set" | "map"; readonly attributes: Attributes };
  readonly description?: string;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly sensitive?: boolean;
  readonly write_only?: boolean;
}

type TypeJson =
  | "string"
  | "number"
  | "bool"
  | readonly ["list" | "set" | "map", TypeJson]
  | readonly ["object", Readonly<Record<string, TypeJson>>];

/** Returns true if this machine has a Go compiler. */
export function canBuildGo(): boolean {
  return spawnSync("go", ["version"], { stdio: "ignore" }).status === 0;
}

/** Compiles a provider in Go with these schemas (main.go). Returns the executable. Requires Go and its modules. */
export function buildGoProvider(folder: string, schemas: ProviderSchemas): string {
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(__dirname, "main.go"), join(folder, "main.go"));
  writeFileSync(join(folder, "schema.go"), schemaCode(schemas));
  const go = (...args: readonly string[]) =>
    execFileSync("go", args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  go("mod", "init", "goprovider");
  go("get", FRAMEWORK);
  go("mod", "tidy");
  const executable = join(folder, "terraform-provider-go");
  go("build", "-ldflags=-s -w", "-o", executable, ".");
  return executable;
}

function schemaCode({ resource_schemas: resources, data_source_schemas: dataSources }: ProviderSchemas): string {
  return `package main

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	datasourceschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	resourceschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

var _ attr.Type = types.StringType

${schemaMap("resourceSchemas", "resourceschema", resources)}
${schemaMap("dataSourceSchemas", "datasourceschema", dataSources)}`;
}

type GoPackage = "resourceschema" | "datasourceschema";

function schemaMap(variable: string, from: GoPackage, schemas: Readonly<Record<string, SchemaJson>>): string {
  const entries = Object.entries(schemas).map(([name, { version, block }]) => {
    const versioned = from === "resourceschema" ? `Version: ${version}, ` : "";
    const schema = `${from}.Schema{${versioned}Attributes: ${attributesCode(from, block.attributes)}}`;
    return `${JSON.stringify(name)}: func() ${from}.Schema { return ${schema} },`;
  });
  return `var ${variable} = map[string]func() ${from}.Schema{\n${entries.join("\n")}\n}\n`;
}

function attributesCode(from: GoPackage, attributes: Attributes): string {
  const entries = Object.entries(attributes).map(
    ([name, attribute]) => `${JSON.stringify(name)}: ${attributeCode(from, attribute)},`,
  );
  return `map[string]${from}.Attribute{\n${entries.join("\n")}\n}`;
}

function attributeCode(from: GoPackage, attribute: AttributeJson): string {
  const { type, nested_type: nested } = attribute;
  const facts = factsCode(from, attribute);
  if (nested) {
    const inner = attributesCode(from, nested.attributes);
    if (nested.nesting_mode === "single") {
      return `${from}.SingleNestedAttribute{${facts}Attributes: ${inner}}`;
    }
    const object = `${from}.NestedAttributeObject{Attributes: ${inner}}`;
    return `${from}.${capital(nested.nesting_mode)}NestedAttribute{${facts}NestedObject: ${object}}`;
  }
  if (type === undefined) {
    throw new Error("An attribute has a type or nested attributes.");
  }
  if (typeof type === "string") {
    return `${from}.${capital(type)}Attribute{${facts}}`;
  }
  if (type[0] === "object") {
    return `${from}.ObjectAttribute{${facts}AttributeTypes: ${typesCode(type[1])}}`;
  }
  return `${from}.${capital(type[0])}Attribute{${facts}ElementType: ${typeCode(type[1])}}`;
}

function factsCode(from: GoPackage, attribute: AttributeJson): string {
  const flags = {
    Required: attribute.required,
    Optional: attribute.optional,
    Computed: attribute.computed,
    Sensitive: attribute.sensitive,
    WriteOnly: from === "resourceschema" && attribute.write_only,
  };
  const set = Object.entries(flags).flatMap(([name, value]) => (value ? `${name}: true, ` : []));
  return `Description: ${JSON.stringify(attribute.description ?? "")}, ${set.join("")}`;
}

function typeCode(type: TypeJson): string {
  if (typeof type === "string") {
    return `types.${capital(type)}Type`;
  }
  if (type[0] === "object") {
    return `types.ObjectType{AttrTypes: ${typesCode(type[1])}}`;
  }
  return `types.${capital(type[0])}Type{ElemType: ${typeCode(type[1])}}`;
}

function typesCode(members: Readonly<Record<string, TypeJson>>): string {
  const entries = Object.entries(members).map(([name, type]) => `${JSON.stringify(name)}: ${typeCode(type)}`);
  return `map[string]attr.Type{${entries.join(", ")}}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
