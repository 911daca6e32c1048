import type { MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { GenMessage } from "@bufbuild/protobuf/codegenv2";
import type { Handlers } from "../../../../src/plugin/protocol/calls";
import type { Message, MessageInit, MessageName } from "../../../../src/plugin/protocol/message-types";
import type * as generated from "./tfplugin6_pb";

/**
 * Only the compiler checks this file (`npm run typecheck`). The types of the tables must equal the types that
 * protobuf-es generates from the .proto file, for every message. The results of a handler must have these types.
 */
type Generated = typeof generated;

type ShortName<M> = M extends { $typeName: `tfplugin6.${infer N}` } ? N : never;

/** The messages of the .proto file by their names. */
type Descriptors = {
  [K in keyof Generated as Generated[K] extends GenMessage<infer M> ? ShortName<M> : never]: Generated[K];
};

/** The tables do not contain a message that only groups the messages of a call. */
type Container = { [N in keyof Descriptors]: `${N}.Request` extends keyof Descriptors ? N : never }[keyof Descriptors];

type Name = Exclude<keyof Descriptors, Container>;

/** A type without the members that protobuf-es adds. */
type Plain<T> = T extends Uint8Array
  ? T
  : T extends readonly (infer Element)[]
    ? Plain<Element>[]
    : T extends object
      ? { [Member in keyof T as Member extends "$typeName" | "$unknown" ? never : Member]: Plain<T[Member]> }
      : T;

/** The names are compared too, because types with different optional members are assignable in both directions. */
type IsSame<A, B> = [A, keyof A] extends [B, keyof B] ? ([B, keyof B] extends [A, keyof A] ? true : false) : false;

type AllTrue<T extends Readonly<Record<string, true>>> = T;

export type NamesAgree = AllTrue<{ names: IsSame<Name | "google.protobuf.Timestamp", MessageName> }>;

export type DecodedAgree = AllTrue<{ [N in Name]: IsSame<Message<N>, Plain<MessageShape<Descriptors[N]>>> }>;

export type EncodedAgree = AllTrue<{ [N in Name]: IsSame<MessageInit<N>, Plain<MessageInitShape<Descriptors[N]>>> }>;

export const refused: readonly Handlers[] = [
  // @ts-expect-error a response has no such field
  { stopProvider: async () => ({ error: "busy" }) },
  // @ts-expect-error the field is a text
  { stopProvider: async () => ({ Error: 1 }) },
  // @ts-expect-error a severity has no such number
  { validateProviderConfig: async () => ({ diagnostics: [{ severity: 3 }] }) },
  // @ts-expect-error a group has no such field
  { planResourceChange: async () => ({ requiresReplace: [{ steps: [{ selector: { case: "name", value: "a" } }] }] }) },
  // @ts-expect-error this method returns a stream
  { listResource: async () => ({ displayName: "a" }) },
  // @ts-expect-error the protocol has no such method
  { restartProvider: async () => ({}) },
  // @ts-expect-error a request has no such field
  { stopProvider: async (request) => ({ Error: request.reason }) },
  // @ts-expect-error a message in a request can be missing
  { stopProvider: async () => ({}), configureProvider: async (request) => ({ x: request.config.json }) },
];
