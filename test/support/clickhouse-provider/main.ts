import { serve } from "../../../src/plugin";

void serve(async () => (require("./provider") as typeof import("./provider")).clickHouseProvider);
