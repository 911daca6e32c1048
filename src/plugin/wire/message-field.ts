/** How a field's value, or each of its values, is written. */
export type FieldType = "string" | "bytes" | "bool" | "int64" | "int32" | "message";

/** One field of a protocol buffers message, as data. */
export interface MessageField {
  readonly no: number;
  readonly name: string;
  readonly type: FieldType;
  /** The full name of the message that the field holds. */
  readonly message?: string;
  /** Holds a list, or the values of a map with texts as keys. */
  readonly many?: "list" | "map";
  /** Tells absence from the default value. Messages always do. */
  readonly optional?: true;
  /** The group of which at most one field is there: a member `{case, value}` of that name. */
  readonly oneof?: string;
}

/** The fields of messages by full name, each in the order of their numbers. */
export type Messages = Readonly<Record<string, readonly MessageField[]>>;

/** One call of a service. */
export interface Method {
  /** In the address of the call. */
  readonly name: string;
  /** Of the handler. */
  readonly localName: string;
  readonly input: string;
  readonly output: string;
  /** Answers with any number of messages. */
  readonly streams: boolean;
}

/** A service: its full name and its calls. */
export interface Service {
  readonly name: string;
  readonly methods: readonly Method[];
}
