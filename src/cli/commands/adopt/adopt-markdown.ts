import type { AdoptedObject, NotAdopted } from "../../code/edits/edit-result";
import { visibleTexts } from "../../reports/changes/wording";
import { MAX_COMMENT_LENGTH, SizeLimitedText } from "../../reports/formats/markdown-report";
import { inlineCode, prose } from "../../reports/formats/markdown-text";
import type { AdoptDocument } from "./document";

/** Maximum length of the text. The kits add a note below it. */
const MAX_LENGTH = MAX_COMMENT_LENGTH - 1000;

const NOT_VERIFIED =
  "The patch is not verified: the plan of this pull request or merge request must not contain these changes anymore.";

/** Writes the result for the description of a pull request. Equal results make equal texts. */
export function adoptMarkdown(document: AdoptDocument, maxLength = MAX_LENGTH): string {
  const { objects, comments } = visibleTexts(document);
  const adopted = objects.filter((each) => each.adopted.length > 0);
  const rest = objects.filter(({ notAdopted }) => notAdopted.length > 0);
  const text = new SizeLimitedText(
    maxLength,
    (count) => `\n${count} more ${count === 1 ? "object is" : "objects are"} not shown: the text would be too long.\n`,
  );
  text.add(`<!-- cdk-clickstack:adopt -->\n### ClickStack adopt: ${titleOf(adopted.length, rest.length)}\n`);
  if (adopted.length > 0) {
    const verification = document.notVerified === undefined ? "" : ` ${NOT_VERIFIED}`;
    text.add(
      `\nUsers changed these objects on the server since the last apply. The patch takes the changes into the code.${verification}\n\n`,
    );
    for (const object of adopted) {
      text.addObject(`- ${placeOf(object)}\n${object.adopted.map((prop) => `  - ${inlineCode(prop)}\n`).join("")}`);
    }
  }
  for (const { file, line } of comments) {
    text.addObject(
      `\nThe comment in ${inlineCode(`${file}:${line}`)} is next to an adopted value and may be out of date.\n`,
    );
  }
  if (rest.length > 0) {
    text.add("\n**Not adopted.** The next apply reverts these changes. To keep one, edit the code.\n\n");
    for (const object of rest) {
      text.addObject(
        `- ${placeOf(object)}\n${object.notAdopted.map((each) => `  - ${obstacleText(each)}\n`).join("")}`,
      );
    }
  }
  return text.toString();
}

function titleOf(adopted: number, rest: number): string {
  if (adopted + rest === 0) {
    return "no changes to adopt";
  }
  const count = `changes of ${adopted} ${adopted === 1 ? "object" : "objects"}`;
  return rest === 0 ? count : `${count}, ${rest} with changes that are not adopted`;
}

function placeOf({ stack, address }: AdoptedObject): string {
  return `${inlineCode(address)} in ${prose(stack)}`;
}

function obstacleText({ prop, file, line, reason }: NotAdopted): string {
  const place = file === undefined ? "" : ` in ${inlineCode(`${file}:${line}`)}`;
  const subject = `${prop === "" ? "" : inlineCode(prop)}${place}`.trim();
  return `${subject === "" ? "" : `${subject}: `}${prose(reason)}`;
}
