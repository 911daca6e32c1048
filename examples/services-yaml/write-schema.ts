// Writes the JSON Schema with which editors complete and check services.yaml. Run it after a change of services.ts:
// `npx tsx write-schema.ts`.
import { writeFileSync } from "node:fs";
import { z } from "zod";
import { Services } from "./services.ts";

writeFileSync("services.schema.json", `${JSON.stringify(z.toJSONSchema(Services, { io: "input" }), undefined, 2)}\n`);
