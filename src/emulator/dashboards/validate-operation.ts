import { type Operation, type OperationResponse, withoutTeam } from "../operation";
import { Refusal } from "../refusal";
import { createBody } from "./body";
import { referenceProblem } from "./references";
import { convertTile } from "./stored-form";

interface Finding {
  path: string;
  message: string;
}

const verdict = (errors: Finding[], normalized: unknown): OperationResponse => ({
  kind: "bare",
  body: { valid: errors.length === 0, errors, normalized: errors.length === 0 ? normalized : null },
});

/** `POST /dashboards/validate`: judges a create body and stores nothing (docs/internals/api-behavior.md 4.10). */
export const validateDashboard: Operation = {
  method: "post",
  path: "/dashboards/validate",
  handle(scope, { body }) {
    if (!scope.user.teamId) throw new Refusal(403, withoutTeam.text.text, "text");
    const parsed = createBody.safeParse(body);
    if (!parsed.success) {
      const errors = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
      return verdict(errors, null);
    }
    const { filters = [], containers = [] } = parsed.data;
    const message = referenceProblem({ tiles: parsed.data.tiles.map(convertTile), filters, containers }, scope.store);
    return verdict(message ? [{ path: "", message }] : [], parsed.data);
  },
};
