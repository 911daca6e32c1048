import { type ApiFields, COLUMNS } from "../../../drawing";
import { Dialog, formTextOf, LabeledField, numberIn } from "./dialog";
import { changeTile, deleteTile, type ShownDashboard, type ShownTile, type ViewProps } from "./server";

interface Props extends Pick<ViewProps, "done"> {
  readonly dashboard: ShownDashboard;
  readonly tile: ShownTile;
  close(): void;
}

/** Edits one tile as a UI user does: rename, move, change the condition, remove. */
export function TileDialog({ dashboard, tile, done, close }: Props) {
  const where = conditionOf(tile.config);
  const save = async (form: FormData) => {
    await changeTile(dashboard.id, tile.id, {
      name: formTextOf(form, "name"),
      ...Object.fromEntries(["x", "y", "w", "h"].map((field) => [field, numberIn(form, field)])),
      ...(where !== undefined && { config: withCondition(tile.config, formTextOf(form, "where")) }),
    });
    await done(`Changed tile ${formTextOf(form, "name")}.`);
  };
  const remove = async () => {
    await deleteTile(dashboard.id, tile.id);
    close();
    await done(`Removed tile ${tile.name} with its alerts.`);
  };
  return (
    <Dialog
      title={`Edit tile ${tile.name}`}
      save={save}
      close={close}
      actions={
        <button type="button" class="risk" onClick={() => void remove()}>
          Remove tile
        </button>
      }
    >
      <LabeledField name="name" label="Title" value={tile.name} />
      <fieldset>
        <legend>Place, of {COLUMNS} columns</legend>
        <LabeledField name="x" label="Column (x)" value={tile.x} type="number" min={0} max={COLUMNS - 1} required />
        <LabeledField name="y" label="Row (y)" value={tile.y} type="number" min={0} required />
        <LabeledField name="w" label="Width (w)" value={tile.w} type="number" min={1} max={COLUMNS} required />
        <LabeledField name="h" label="Height (h)" value={tile.h} type="number" min={1} required />
      </fieldset>
      {where !== undefined && (
        <LabeledField
          name="where"
          label="Condition (where)"
          value={where}
          hint="Of the first value that the tile shows."
        />
      )}
    </Dialog>
  );
}

/**
 * Returns the condition of the first value, or of the tile if it shows events. Returns undefined without a condition to
 * edit.
 */
function conditionOf({ select, where }: ApiFields): string | undefined {
  const condition = Array.isArray(select) && typeof select[0]?.where === "string" ? select[0].where : where;
  return typeof condition === "string" ? condition : undefined;
}

function withCondition({ select }: ApiFields, where: string): ApiFields {
  const isOfValue = Array.isArray(select) && typeof select[0]?.where === "string";
  return isOfValue ? { select: [{ ...select[0], where }, ...select.slice(1)] } : { where };
}
