import { seedIds } from "../../../src/emulator";
import { running, start } from "../../support/emulator/support";

const KEY = `/keys/${seedIds.startKey}`;

describe.each([
  ["400", 400, "BAD_REQUEST: The operation is not supported"],
  ["403", 403, "FORBIDDEN: The API key is not allowed to use this operation"],
  ["404", 404, "NOT_FOUND: Unknown Error"],
  ["405", 405, "METHOD_NOT_ALLOWED: The operation is not allowed"],
] as const)(
  "a managed deployment that offers only get and update of keys, and answers %s otherwise",
  (keyRefusal, status, error) => {
    const emulator = running({ keyOperations: "get-and-update", keyRefusal });

    test("returns and changes one key", async () => {
      expect((await emulator.cloud.get(KEY)).json.result.name).toBe("Emulator admin");
      const patched = await emulator.cloud.patch(KEY, { name: "Renamed" });
      expect(patched.status).toBe(200);
      expect(patched.json.result.name).toBe("Renamed");
    });

    test("refuses every other operation on keys and roles", async () => {
      const { cloud } = emulator;
      const refused = [
        await cloud.get("/keys"),
        await cloud.post("/keys", { name: "K" }),
        await cloud.delete(KEY),
        await cloud.get("/roles"),
        await cloud.get(`/roles/${seedIds.adminRole}`),
      ];
      for (const response of refused) {
        expect(response.status).toBe(status);
        expect(response.json).toEqual({ status, error, requestId: expect.any(String) });
      }
      expect((await cloud.get(KEY)).status).toBe(200);
    });

    test("still serves the ClickStack API", async () => {
      expect((await emulator.clickStack.get("/dashboards")).status).toBe(200);
    });
  },
);

test("the refusal can be the HTML page of a path that the server does not offer", async () => {
  const { emulator, cloud } = await start({ keyOperations: "get-and-update", keyRefusal: "html-404" });
  const { status, text } = await cloud.get("/keys");
  expect(status).toBe(404);
  expect(text).toEqual(expect.stringContaining("<pre>Cannot GET /v1/organizations/"));
  expect((await cloud.get(KEY)).status).toBe(200);
  await emulator.stop();
});

test("the default refusal has status 403, and no operation is refused by default", async () => {
  const restricted = await start({ keyOperations: "get-and-update" });
  expect((await restricted.cloud.get("/keys")).status).toBe(403);
  await restricted.emulator.stop();
  const whole = await start({ keyRefusal: "405" });
  expect((await whole.cloud.get("/keys")).status).toBe(200);
  await whole.emulator.stop();
});
