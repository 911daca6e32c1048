import { objectShapeOf } from "../../declaration/shape";
import type { DataSource } from "../../plugin";
import { createLookUp, lookUp } from "../shared/look-up";
import { reportFailure } from "../shared/report-failure";
import type { Session } from "../shared/session";
import { foundToTerraform } from "../shared/terraform-form";
import { teamApi } from "./api";
import { teamLookup } from "./declaration";
import { teamFactsOf } from "./resource";
import { teams } from "./team-collection";

const LOOK_UP = objectShapeOf(teamLookup);
const WORDING = { api: teamApi, describe: ({ name }: ReturnType<typeof teamFactsOf>) => name };

/** `clickstack_team`: the team of the access key (docs/internals/api-behavior.md 3.17). */
export const teamDataSource: DataSource<Session> = createLookUp(
  LOOK_UP,
  "The team of the access key. Open-source deployment only.",
  async ({ id, name }, { session, signal }) => {
    const shown = await reportFailure("read the team", () => session.client.collection(teams).readShown({ signal }));
    const records = shown.records.map(teamFactsOf);
    const [only] = records;
    const isAny = (id ?? null) === null && (name ?? null) === null;
    return {
      state: foundToTerraform(LOOK_UP, isAny && only ? only : lookUp(WORDING, { ...shown, records }, { id, name })),
    };
  },
);
