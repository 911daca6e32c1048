import { main } from "./main";

void main(process.argv).then((exitCode) => {
  process.exitCode = exitCode;
});
