import "../require-node";
import { main } from "./main";
import { EXIT } from "./terminal/exit";
import { guardOutput } from "./terminal/output";

const output = guardOutput();

void main(process.argv).then((exitCode) => {
  process.exitCode = output.failed() ? EXIT.error : exitCode;
});
