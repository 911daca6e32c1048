import { EXIT } from "./frame/exit";
import { guardOutput } from "./frame/output";
import { main } from "./main";

const output = guardOutput();

void main(process.argv).then((exitCode) => {
  process.exitCode = output.failed() ? EXIT.error : exitCode;
});
