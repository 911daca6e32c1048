import { frameMessage, RequestBuffer } from "../../../src/plugin/host/grpc-encoding";

test("a request is assembled from its parts, and the parts are then released", () => {
  const frame = Buffer.from(frameMessage(Buffer.from("hello")));
  const request = new RequestBuffer();
  for (const byte of frame) {
    request.add(Buffer.of(byte));
  }
  expect(String(request.message())).toBe("hello");
  expect(() => request.message()).toThrow("not exactly one complete message");
});
