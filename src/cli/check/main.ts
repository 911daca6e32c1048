import { checkCommand } from "./check-command";

void checkCommand("clickstack-check").parseAsync();
