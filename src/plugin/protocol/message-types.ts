import type { enums, messages, providerService } from "./tables";

/** How a field's value, or each of its values, is written. */
export type FieldType = "string" | "bytes" | "bool" | "int64" | "int32" | "message";

/** One field of a protocol buffers message, as data. */
export interface MessageField {
  readonly no: number;
  readonly name: string;
  readonly type: FieldType;
  /** The full name of the message that the field holds. */
  readonly message?: string;
  /** The full name of the enumeration whose numbers the field holds. */
  readonly enum?: string;
  /** Holds a list, or the values of a map with texts as keys. */
  readonly many?: "list" | "map";
  /** Tells absence from the default value. Messages always do. */
  readonly optional?: true;
  /** The group of which at most one field is there: a member `{case, value}` of that name. */
  readonly oneof?: string;
}

/** The fields of messages by full name, each in the order of their numbers. */
export type Messages = Readonly<Record<string, readonly MessageField[]>>;

/** The numbers of enumerations by full name and by the name of the value. */
export type Enums = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** One call of a service. */
export interface Method {
  /** In the address of the call. */
  readonly name: string;
  /** Of the handler. */
  readonly localName: string;
  readonly input: MessageName;
  readonly output: MessageName;
  /** Returns any number of messages. */
  readonly streams: boolean;
}

/** A service: its full name and its calls. */
export interface Service {
  readonly name: string;
  readonly methods: readonly Method[];
}

export type MessageName = keyof typeof messages;

/**
 * A message as it is decoded: what its bytes leave out has its default. Messages in it and optional fields are missing
 * then.
 */
export type Message<N extends MessageName> = {
  [F in FieldIn<N> as F extends Omissible ? never : MemberOf<F>]: ValueOf<F, "decoded">;
} & {
  [F in FieldIn<N> as F extends Omissible ? MemberOf<F> : never]?: ValueOf<F, "decoded">;
};

/** A message to be encoded. What is left out has its default. */
export type MessageInit<N extends MessageName> = {
  readonly [F in FieldIn<N> as MemberOf<F>]?: ValueOf<F, "encoded">;
};

type ProviderMethod = (typeof providerService)["methods"][number];

/** The provider's calls, by the names of their handlers. */
export type MethodName = ProviderMethod["localName"];

/** What is known of one of the provider's calls. */
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
