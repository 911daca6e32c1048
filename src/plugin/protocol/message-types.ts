import type { enums, messages, providerService } from "./tables";

/** Encoding of a field's value, or of each of its values. */
export type FieldType = "string" | "bytes" | "bool" | "int64" | "int32" | "message";

/** One field of a protocol buffers message. */
export interface MessageField {
  readonly no: number;
  readonly name: string;
  readonly type: FieldType;
  /** Full name of the message in the field. */
  readonly message?: string;
  /** Full name of the enumeration of the field's numbers. */
  readonly enum?: string;
  /** The field contains a list, or a map with text keys. */
  readonly many?: "list" | "map";
  /** The field distinguishes absence from the default value. Message fields always do. */
  readonly optional?: true;
  /** The group of fields of which at most one is present. Its member is `{case, value}` under the name of the group. */
  readonly oneof?: string;
}

/** The fields of messages by full name, in the order of their numbers. */
export type Messages = Readonly<Record<string, readonly MessageField[]>>;

/** The numbers of enumerations by full name and value name. */
export type Enums = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** One call of a service. */
export interface Method {
  /** Name in the path of the call. */
  readonly name: string;
  /** Name of the handler. */
  readonly localName: string;
  readonly input: MessageName;
  readonly output: MessageName;
  /** The call returns any number of messages. */
  readonly streams: boolean;
}

/** A service: its full name and its calls. */
export interface Service {
  readonly name: string;
  readonly methods: readonly Method[];
}

export type MessageName = keyof typeof messages;

/** A decoded message. Absent fields have their defaults. Absent messages and optional fields are missing. */
export type Message<N extends MessageName> = {
  [F in FieldIn<N> as F extends Omissible ? never : MemberOf<F>]: ValueOf<F, "decoded">;
} & {
  [F in FieldIn<N> as F extends Omissible ? MemberOf<F> : never]?: ValueOf<F, "decoded">;
};

/** A message to encode. Missing fields have their defaults. */
export type MessageInit<N extends MessageName> = {
  readonly [F in FieldIn<N> as MemberOf<F>]?: ValueOf<F, "encoded">;
};

type ProviderMethod = (typeof providerService)["methods"][number];

/** The provider's calls, by the names of their handlers. */
export type MethodName = ProviderMethod["localName"];

/** Description of one of the provider's calls. */
export type MethodOf<N extends MethodName> = Extract<ProviderMethod, { readonly localName: N }>;

type FieldIn<N extends MessageName> = (typeof messages)[N][number];

type MemberOf<F> = F extends { readonly oneof: infer Group extends string }
  ? Group
  : F extends { readonly name: infer Name extends string }
    ? Name
    : never;

type Omissible =
  | { readonly optional: true }
  | { readonly type: "message"; readonly many?: undefined; readonly oneof?: undefined };

type Use = "decoded" | "encoded";

type ValueOf<F, U extends Use> = F extends { readonly oneof: string; readonly name: infer Name }
  ? { readonly case: Name; readonly value: ElementOf<F, U> } | { readonly case: undefined; readonly value?: undefined }
  : F extends { readonly many: "list" }
    ? ElementOf<F, U>[]
    : F extends { readonly many: "map" }
      ? { [key: string]: ElementOf<F, U> }
      : ElementOf<F, U>;

type ElementOf<F, U extends Use> = F extends { readonly message: infer N extends MessageName }
  ? { decoded: Message<N>; encoded: MessageInit<N> }[U]
  : F extends { readonly enum: infer E extends keyof typeof enums }
    ? (typeof enums)[E][keyof (typeof enums)[E]]
    : F extends { readonly type: infer T extends keyof Scalars }
      ? Scalars[T]
      : never;

interface Scalars {
  readonly string: string;
  readonly bytes: Uint8Array;
  readonly bool: boolean;
  readonly int64: bigint;
  readonly int32: number;
}
