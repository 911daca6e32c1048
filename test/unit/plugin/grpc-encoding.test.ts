import { framed, RequestBuffer } from "../../../src/plugin/host/grpc-encoding";

test("a request is put together from its pieces, which are let go then", () => {
  const frame = Buffer.from(framed(Buffer.from("hello")));
  const request = new RequestBuffer();
  for (const byte of frame) {
    request.add(Buffer.of(byte));
  }
  expect(String(request.message())).toBe("hello");
  expect(() => request.message()).toThrow("not one whole message");
});
