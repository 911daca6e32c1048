import { PassThrough } from "node:stream";
import { confirm } from "../../../../src/cli/terminal/confirm";

async function answered(input: string) {
  const streams = { input: new PassThrough(), output: new PassThrough() };
  streams.input.end(input);
  const isConfirmed = await confirm("Apply? ", streams);
  return { isConfirmed, asked: String(streams.output.read()) };
}

test("only the answer yes confirms a question", async () => {
  expect(await answered("yes\n")).toEqual({ isConfirmed: true, asked: "Apply? " });
  for (const answer of ["no\n", "y\n", "YES\n", "\n"]) {
    expect(await answered(answer)).toMatchObject({ isConfirmed: false });
  }
});

test("the end of the input does not confirm a question, and the prompt ends with a line break", async () => {
  expect(await answered("")).toEqual({ isConfirmed: false, asked: "Apply? \n" });
});
