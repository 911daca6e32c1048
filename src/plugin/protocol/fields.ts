/** Fields of messages, by the type of their values. `no` is the field's number. */

export const string = (no: number) => ({ no, type: "string" }) as const;
export const bytes = (no: number) => ({ no, type: "bytes" }) as const;
export const bool = (no: number) => ({ no, type: "bool" }) as const;
export const int64 = (no: number) => ({ no, type: "int64" }) as const;
export const int32 = (no: number) => ({ no, type: "int32" }) as const;

/** @param name the enumeration of the field's numbers */
export const enumeration = <const N extends string>(no: number, name: N) =>
  ({ no, type: "int32", enum: name }) as const;

export const message = <const N extends string>(no: number, name: N) =>
  ({ no, type: "message", message: name }) as const;

export const repeated = <F extends object>(field: F) => ({ ...field, many: "list" }) as const;

/** A map with text keys. */
export const map = <F extends object>(field: F) => ({ ...field, many: "map" }) as const;

/** The field distinguishes absence from the default value. Message fields always do. */
export const optionalField = <F extends object>(field: F) => ({ ...field, optional: true }) as const;

/** At most one field of the group is present. The group's member is `{case, value}` under its name. */
export const oneof = <const G extends string, F extends object>(group: G, field: F) =>
  ({ ...field, oneof: group }) as const;
