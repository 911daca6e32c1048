import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AuthorFiles } from "../../../../src/cli/project/author-files";
import { type WrongPlan, writeVerified } from "../../../../src/cli/project/write-verified";
import { CommandError, InterruptedError } from "../../../../src/cli/terminal/exit";
import { temporaryFolder } from "../../../support/constructs/synthesize";

/** The edit of each object replaces the object's letter in `main.ts` with a capital letter. */
const ORIGINAL = "a b c d\n";

function project() {
  const folder = temporaryFolder();
  const file = join(folder, "main.ts");
  writeFileSync(file, ORIGINAL);
  const files = new AuthorFiles(folder);
  files.read("main.ts");
  const planned: string[] = [];
  const editsOf = (objects: ReadonlySet<string>) => {
    const edited = ORIGINAL.replace(/[a-d]/g, (letter) => (objects.has(letter) ? letter.toUpperCase() : letter));
    return objects.size === 0 ? [] : [{ path: "main.ts", original: ORIGINAL, edited }];
  };
  return {
    file,
    files,
    planned,
    read: () => readFileSync(file, "utf8"),
    write: (find: (text: string) => readonly WrongPlan[], restoreOutput = () => {}) =>
      writeVerified({
        files,
        restoreOutput,
        objects: ["a", "b", "c", "d"],
        editsOf,
        verify: async () => {
          const text = readFileSync(file, "utf8");
          planned.push(text.trim());
          return find(text);
        },
      }),
  };
}

describe("a verified write", () => {
  test("keeps all edits if the plan is as expected", async () => {
    const { write, read, planned } = project();
    expect(await write(() => [])).toEqual({
      kept: new Set(["a", "b", "c", "d"]),
      rejected: new Map(),
      isStale: false,
    });
    expect(read()).toBe("A B C D\n");
    expect(planned).toEqual(["A B C D"]);
  });

  test("restores the objects that the plan reports, and keeps the others", async () => {
    const { write, read, planned } = project();
    const { kept, rejected } = await write((text) =>
      text.includes("B") ? [{ object: "b", reason: "b still differs." }] : [],
    );
    expect([...kept]).toEqual(["a", "c", "d"]);
    expect([...rejected]).toEqual([["b", ["b still differs."]]]);
    expect(read()).toBe("A b C D\n");
    expect(planned).toEqual(["A B C D", "A b C D"]);
  });

  test("finds the object whose edit makes the program fail", async () => {
    const { write, read, planned } = project();
    const { kept, rejected, isStale } = await write((text) => {
      if (text.includes("D")) {
        throw new CommandError("The program failed.");
      }
      return [];
    });
    expect([...kept]).toEqual(["a", "b", "c"]);
    expect([...rejected]).toEqual([["d", ["The program failed."]]]);
    expect(planned).toEqual(["A B C D", "A B c d", "A B C d"]);
    expect(read()).toBe("A B C d\n");
    expect(isStale).toBe(false);
  });

  test("restores every file if all edits are wrong, and after an unexpected error", async () => {
    const { write, read } = project();
    const { kept, rejected, isStale } = await write((text) =>
      text === ORIGINAL ? [] : [{ object: undefined, reason: "Another object would change." }],
    );
    expect([kept.size, rejected.size, isStale, read()]).toEqual([0, 4, true, ORIGINAL]);
    const other = project();
    const failing = other.write(() => {
      throw new TypeError("broken");
    });
    await expect(failing).rejects.toThrow("broken");
    expect(other.read()).toBe(ORIGINAL);
  });

  test("restores every file after an interrupt, and prints a message", async () => {
    const { write, read } = project();
    const stderr = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    let restored = 0;
    const interrupted = write(
      () => {
        throw new InterruptedError("SIGINT");
      },
      () => {
        restored += 1;
      },
    );
    await expect(interrupted).rejects.toThrow(InterruptedError);
    expect(restored).toBe(1);
    expect(stderr.mock.calls).toEqual([["Interrupted. All files were restored.\n"]]);
    stderr.mockRestore();
    expect(read()).toBe(ORIGINAL);
  });

  test("does not overwrite a file that another program changed before the write", async () => {
    const { write, read, file } = project();
    writeFileSync(file, "theirs\n");
    await expect(write(() => [])).rejects.toThrow(
      "Another program changed main.ts while the command ran. The command did not overwrite the new text. Fix: Run the command again.",
    );
    expect(read()).toBe("theirs\n");
  });

  test("does not restore a file that another program changed during the verification", async () => {
    const { write, read, file } = project();
    const run = write((text) => {
      writeFileSync(file, `${text}theirs\n`);
      return [{ object: undefined, reason: "Another object would change." }];
    });
    await expect(run).rejects.toThrow("Another program changed main.ts during the verification.");
    expect(read()).toBe("A B C D\ntheirs\n");
  });

  test("reports a change during a successful verification", async () => {
    const { write, read, file } = project();
    const run = write((text) => {
      writeFileSync(file, `${text}theirs\n`);
      return [];
    });
    await expect(run).rejects.toThrow("Another program changed main.ts during the verification.");
    expect(read()).toBe("A B C D\ntheirs\n");
  });
});

describe("a file that adopt edits", () => {
  test.each([
    ["a link", (path: string) => symlinkSync("other.ts", path), "is a link, which is not followed"],
    ["a folder", (path: string) => mkdirSync(path), "is a folder, not a file"],
    ["a read-only file", (path: string) => writeFileSync(path, "a", { mode: 0o444 }), "is read-only"],
  ])("is not written if it is %s", (_, create, problem) => {
    const folder = temporaryFolder();
    create(join(folder, "main.ts"));
    expect(() => new AuthorFiles(folder).read("main.ts")).toThrow(problem);
  });

  test("is not written if it becomes read-only after it was read", () => {
    const { files, file, read } = project();
    chmodSync(file, 0o444);
    const write = () => files.write([{ path: "main.ts", original: ORIGINAL, edited: "A" }]);
    expect(write).toThrow("Another program changed main.ts while the command ran.");
    expect(read()).toBe(ORIGINAL);
  });
});
