import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DescEnum, type DescField, type DescFile, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { Enum, MapField, type NamespaceBase, parse, type ReflectionObject, Service, Type } from "protobufjs";
import { file_go_plugin } from "../../../support/plugin/protocol/go_plugin_pb";
import { file_tfplugin6 } from "../../../support/plugin/protocol/tfplugin6_pb";

const FOLDER = join(__dirname, "..", "..", "..", "..", "src", "plugin", "protocol");

const FILES: readonly [file: string, made: DescFile, packageName: string][] = [
  ["tfplugin6.proto", file_tfplugin6, "tfplugin6"],
  ["go_plugin.proto", file_go_plugin, "plugin"],
];

test.each(FILES)(
  "the code generated from %s contains its messages, enumerations and methods",
  (file, made, packageName) => {
    const { root } = parse(readFileSync(join(FOLDER, file), "utf8"), { keepCase: true });
    const inFile = [...written(root.lookup(packageName) as NamespaceBase, "")].sort();
    const inCode = [
      ...made.messages.flatMap(fieldsOf),
      ...made.enums.flatMap((each) => valuesOf(each.name, each.values)),
      ...made.services.flatMap(({ name, methods }) =>
        methods.map((method) =>
          methodLine(`${name}.${method.name}`, method.input.name, method.output.name, method.methodKind !== "unary"),
        ),
      ),
    ].sort();
    expect(inFile.length).toBeGreaterThan(5);
    expect(inCode).toEqual(inFile);
  },
);

/** Returns a line for each field, value and method of a .proto file. A field has the last part of its type's name. */
function written({ nestedArray }: NamespaceBase, outer: string): readonly string[] {
  return nestedArray.flatMap((each: ReflectionObject): readonly string[] => {
    const path = outer + each.name;
    if (each instanceof Service) {
      return each.methodsArray.map(({ name, requestType, responseType, responseStream }) =>
        methodLine(`${path}.${name}`, lastName(requestType), lastName(responseType), responseStream === true),
      );
    }
    if (each instanceof Enum) {
      return valuesOf(
        path,
        Object.entries(each.values).map(([name, number]) => ({ name, number })),
      );
    }
    if (!(each instanceof Type)) {
      throw new Error(`${path} is not a message, enumeration or service.`);
    }
    const fields = each.fieldsArray.map((field) =>
      fieldLine(path, {
        name: field.name,
        number: field.id,
        type: lastName(field.type),
        many: field instanceof MapField ? "map" : field.repeated ? "list" : "one",
        oneof: field.partOf?.name,
      }),
    );
    return [...fields, ...written(each, `${path}.`)];
  });
}

function fieldsOf(message: DescMessage): readonly string[] {
  const path = pathOf(message);
  return [
    ...message.fields.map((field) =>
      fieldLine(path, { ...field, type: typeOf(field), many: manyOf(field), oneof: oneofOf(field) }),
    ),
    ...message.nestedEnums.flatMap((each) => valuesOf(pathOf(each), each.values)),
    ...message.nestedMessages.flatMap(fieldsOf),
  ];
}

/** Returns the name with the names of the messages that contain it. */
function pathOf({ typeName, file }: DescMessage | DescEnum): string {
  return typeName.slice(file.proto.package.length + 1);
}

/** In the .proto format, an optional scalar is a separate oneof. */
function oneofOf({ oneof, proto, name }: DescField): string | undefined {
  return proto.proto3Optional ? `_${name}` : oneof?.name;
}

function typeOf(field: DescField): string {
  if (field.message) {
    return field.message.name;
  }
  if (field.enum) {
    return field.enum.name;
  }
  return field.scalar === undefined ? "" : ScalarType[field.scalar].toLowerCase();
}

function manyOf({ fieldKind }: DescField): "map" | "list" | "one" {
  return fieldKind === "map" || fieldKind === "list" ? fieldKind : "one";
}

interface FieldFacts {
  readonly name: string;
  readonly number: number;
  readonly type: string;
  readonly many: "map" | "list" | "one";
  readonly oneof: string | undefined;
}

function fieldLine(message: string, { name, number, type, many, oneof = "none" }: FieldFacts): string {
  return `${message}.${name} = ${number}: ${many} ${type}, oneof ${oneof}`;
}

function valuesOf(
  name: string,
  values: readonly { readonly name: string; readonly number: number }[],
): readonly string[] {
  return values.map((value) => `${name}.${value.name} = ${value.number}`);
}

function methodLine(name: string, input: string, output: string, streams: boolean): string {
  return `${name}(${input}): ${streams ? "stream of " : ""}${output}`;
}

function lastName(type: string): string {
  return type.split(".").at(-1) ?? type;
}
