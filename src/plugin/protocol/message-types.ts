import type { enums, messages } from "./tables";

/** Encoding of a field's value, or of each of its values. */
export type FieldType = keyof Scalars | "message";

/** One field of a protocol buffers message. fields.ts describes the members. */
export interface MessageField {
  readonly no: number;
  readonly type: FieldType;
  readonly message?: string;
  readonly enum?: string;
  readonly many?: "list" | "map";
  readonly optional?: true;
  readonly oneof?: string;
}

/** The fields of messages by full name, in the order of their numbers. */
export type Messages = Readonly<Record<string, Readonly<Record<string, MessageField>>>>;

export type MessageName = keyof typeof messages;

/** A decoded message. An absent field has its default value. An absent optional field or message is undefined. */
export type Message<N extends MessageName> = {
  -readonly [K in keyof Fields<N> as Fields<N>[K] extends Omissible ? never : Member<N, K>]: ValueOf<N, K, "decoded">;
} & {
  -readonly [K in keyof Fields<N> as Fields<N>[K] extends Omissible ? Member<N, K> : never]?: ValueOf<N, K, "decoded">;
};

/** A message to encode. A missing field gets its default value. */
export type MessageInit<N extends MessageName> = {
  readonly [K in keyof Fields<N> as Member<N, K>]?: ValueOf<N, K, "encoded">;
};

type Fields<N extends MessageName> = (typeof messages)[N];

/** The member of a message that contains a field. */
type Member<N extends MessageName, K extends keyof Fields<N>> = Fields<N>[K] extends {
  oneof: infer Group extends string;
}
  ? Group
  : K;

type Omissible =
  | { readonly optional: true }
  | { readonly type: "message"; readonly many?: undefined; readonly oneof?: undefined };

type Use = "decoded" | "encoded";

/**
 * A conditional type, so that it is applied to each field of a group separately. The fields of a group share one
 * member.
 */
type ValueOf<N extends MessageName, K extends keyof Fields<N>, U extends Use> = K extends unknown
  ? FieldValue<K, Fields<N>[K], U>
  : never;

type FieldValue<K, F, U extends Use> = F extends { readonly oneof: string }
  ? { readonly case: K; readonly value: ElementOf<F, U> } | { readonly case: undefined; readonly value?: undefined }
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
