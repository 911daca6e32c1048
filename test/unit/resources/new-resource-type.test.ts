import * as z from "zod";
import { importName } from "../../../src/cli/project/imported-types";
import { reported } from "../../../src/cli/project/reported-types";
import type { ApiRecord } from "../../../src/client/json";
import { resourceApi } from "../../../src/client/reads/resource-api";
import { computed, required } from "../../../src/declaration/field";
import { otherFields } from "../../../src/declaration/other-fields";
import { objectShapeOf } from "../../../src/declaration/shape";
import type { Resource } from "../../../src/plugin";
import { resourcesOf } from "../../../src/resources/all-handlers";
import type { ResourceType } from "../../../src/resources/resource-type";
import { observedWithOthers, plainResource } from "../../../src/resources/shared/crud-resource";
import type { Session } from "../../../src/resources/shared/session";
import { TestServer } from "../../support/client/http-server";
import { ProviderRun } from "../../support/provider-in-process";

type NoteBody = { readonly name: string; readonly text: string };
type NoteRecord = ApiRecord & NoteBody;

// The parts of a resource type, in one place: declaration.ts, api.ts and resource.ts of its folder, and its entry in
// registry.ts.
const note = z.object({
  id: computed("The note's id.", z.string()),
  name: required("The note's name.", z.string().min(1)),
  text: required("Its text.", z.string()),
  otherFields: otherFields("note"),
});

const noteApi = resourceApi<NoteRecord, NoteBody>({
  name: "note",
  plural: "notes",
  segment: "notes",
  notFound: { message: "Note not found" },
  matches: (record, body) => record.name === body.name && record.text === body.text,
});

const noteType = {
  type: "clickstack_note",
  api: noteApi,
  member: "notes",
  declaration: () => note,
  resource: (): Resource<Session> =>
    plainResource<NoteRecord, NoteBody>({
      api: noteApi,
      shape: objectShapeOf(note),
      description: "A note.",
      collection: ({ client }) => client.collection(noteApi),
      body: ({ declared }) => declared as NoteBody,
      observed: (record) => observedWithOthers(objectShapeOf(note), record),
    }),
  importedByDefault: false,
  subcategory: "Dashboards and alerts",
} as const satisfies ResourceType;

const ID = "0123456789abcdef01234567";

/** A server that stores notes. */
function startServer(stored: Map<string, unknown>): Promise<TestServer> {
  return TestServer.start(({ method, path, body }, response) => {
    const id = /\/api\/v2\/notes\/(\w+)$/.exec(path)?.[1];
    const handle = (status: number, data: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(data));
    };
    if (method === "POST" || method === "PUT") {
      stored.set(ID, { ...(body as object), id: ID });
    }
    if (method === "GET" && id === undefined) {
      return handle(200, { data: [...stored.values()], meta: { total: stored.size } });
    }
    if (!stored.has(ID)) {
      return handle(404, { message: "Note not found" });
    }
    if (method !== "DELETE") {
      return handle(200, { data: stored.get(ID) });
    }
    stored.delete(ID);
    handle(200, {});
  });
}

describe("a resource type that is added to the registry", () => {
  const { clickstack_note: resource } = resourcesOf([noteType]);
  if (!resource) {
    throw new Error("There is no clickstack_note.");
  }

  test("is created, read, updated, compared with its plan, and deleted, without special code", async () => {
    const stored = new Map<string, unknown>();
    await using server = await startServer(stored);
    const target = { openSource: { endpoint: server.endpoint, accessKey: "access-key-of-the-test" } };
    const run = () => new ProviderRun(target);
    await using first = run();
    const created = await first.apply(resource, { name: "n", text: "one" });
    expect(stored.get(ID)).toEqual({ id: ID, name: "n", text: "one" });

    stored.set(ID, { id: ID, name: "n", text: "two" });
    await using second = run();
    expect((await second.refresh(resource, created))?.state).toMatchObject({ id: ID, name: "n", text: "two" });

    await using third = run();
    const { plan } = await third.plan(resource, { name: "m", text: "one" }, created);
    await expect(third.update(resource, { name: "m", text: "one" }, plan, created)).rejects.toThrow(/text/);
    expect(stored.get(ID)).toEqual({ id: ID, name: "n", text: "two" });
  });

  test("warns about an existing object with the same name", async () => {
    const stored = new Map<string, unknown>([[ID, { id: ID, name: "n", text: "of another user" }]]);
    await using server = await startServer(stored);
    await using run = new ProviderRun({
      openSource: { endpoint: server.endpoint, accessKey: "access-key-of-the-test" },
    });
    const { diagnostics } = await run.plan(resource, { name: "n", text: "one" });
    expect(diagnostics).toMatchObject([{ severity: "warning", detail: expect.stringContaining(ID) }]);
  });

  test("has its noun in reports and its type name in imports", () => {
    expect(reported(noteType)).toMatchObject({ type: "clickstack_note", noun: "note", plural: "Notes" });
    expect(importName(noteType)).toBe("note");
  });
});
