import type { ExistingTeamDeclaration, TeamDeclaration } from "../generated/declared-types";
import { team, teamLookup } from "../resources/team/declaration";
import type { MetaArguments } from "./declared";
import { DeclaredResource } from "./declared-resource";
import { byId, byName, lookUpClass } from "./look-up";
import type { ConstructScope } from "./scope";

/** Props that check which team it is: `id` or `name`, or none. */
export type ExistingTeamProps = Pick<ExistingTeamDeclaration, "id" | "name"> & MetaArguments;

/** The team of the access key, whose settings this program does not manage. Open-source deployment only. */
export class ExistingTeam extends lookUpClass<ExistingTeamDeclaration>(
  "clickstack_team",
  teamLookup,
)<ExistingTeamProps> {}

/** Props of the team's settings. */
export type TeamProps = Omit<TeamDeclaration, "id" | "name"> & MetaArguments;

/**
 * Managed settings of the team of the access key, on a server with roles. A destroy leaves them unchanged. Open-source
 * deployment only.
 */
export class Team extends DeclaredResource<"clickstack_team", TeamProps> {
  /** Looks up the team of the access key, and checks its name. */
  static readonly byName = byName(ExistingTeam);
  /** Looks up the team of the access key, and checks its id. */
  static readonly byId = byId(ExistingTeam);

  constructor(scope: ConstructScope, id: string, props: TeamProps) {
    super(scope, id, { type: "clickstack_team", schema: team }, props);
  }
}
