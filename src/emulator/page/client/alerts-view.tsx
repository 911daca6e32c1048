import { useState } from "preact/hooks";
import { type ApiFields, alertText, comparedFormat } from "../../../drawing";
import { Dialog, formTextOf, LabeledField, numberIn } from "./dialog";
import { changeAlert, type EmulatorContents, type Stored, type ViewProps } from "./server";
import { Table } from "./table";

export function AlertsView({ contents, done }: ViewProps) {
  const [edited, setEdited] = useState<string>();
  const alert = contents.alerts.find(({ id }) => id === edited);
  if (contents.alerts.length === 0) {
    return <p class="empty">There are no alerts yet.</p>;
  }
  return (
    <>
      <Table caption="Alerts" columns={["Alert", "Watches", "Fires when", "Notifies", "State"]} action="Edit">
        {contents.alerts.map((each) => (
          <tr key={each.id}>
            <th scope="row" data-label="Alert">
              {nameOf(each)}
            </th>
            <td data-label="Watches">{watchedBy(each, contents)}</td>
            <td data-label="Fires when">{alertText(each, formatOf(each, contents))}</td>
            <td data-label="Notifies">{channelsOf(each, contents)}</td>
            <td data-label="State">{String(each.state)}</td>
            <td>
              <button type="button" onClick={() => setEdited(each.id)} aria-label={`Edit alert ${nameOf(each)}`}>
                Edit
              </button>
            </td>
          </tr>
        ))}
      </Table>
      {alert && <AlertDialog alert={alert} contents={contents} done={done} close={() => setEdited(undefined)} />}
    </>
  );
}

interface DialogProps extends ViewProps {
  readonly alert: Stored;
  close(): void;
}

const NUMBER = { type: "number", step: "any", required: true };

function AlertDialog({ alert, contents, done, close }: DialogProps) {
  const range = alert.thresholdType === "between" || alert.thresholdType === "not_between";
  const save = async (form: FormData) => {
    await changeAlert(alert.id, {
      name: formTextOf(form, "name").trim() || null,
      threshold: numberIn(form, "threshold"),
      ...(range && { thresholdMax: numberIn(form, "thresholdMax") }),
    });
    await done(`Changed alert ${formTextOf(form, "name") || alert.id}.`);
  };
  return (
    <Dialog title={`Edit alert ${nameOf(alert)}`} save={save} close={close}>
      <LabeledField name="name" label="Name" value={String(alert.name ?? "")} maxLength={512} />
      <LabeledField
        {...NUMBER}
        name="threshold"
        label="Threshold"
        value={Number(alert.threshold)}
        hint={`Now fires when the value is ${alertText(alert, formatOf(alert, contents))}.`}
      />
      {range && <LabeledField {...NUMBER} name="thresholdMax" label="Upper bound" value={Number(alert.thresholdMax)} />}
    </Dialog>
  );
}

/** Returns the alert's name. Without one the server derives a name from the watched object. */
function nameOf({ id, name, displayName }: Stored): string {
  const [shown] = [name, displayName].filter((each) => typeof each === "string" && each !== "");
  return shown === undefined ? `(no name) ${id.slice(-6)}` : String(shown);
}

/** Returns the number format of the value that an alert compares. */
function formatOf(
  { dashboardId, tileId, chartConfig }: Stored,
  { dashboards }: EmulatorContents,
): ApiFields | undefined {
  const tiles = dashboards.find(({ id }) => id === dashboardId)?.tiles;
  return comparedFormat(chartConfig ?? tiles?.find(({ id }) => id === tileId)?.config);
}

function watchedBy(
  { dashboardId, tileId, savedSearchId }: Stored,
  { dashboards, savedSearches }: EmulatorContents,
): string {
  if (savedSearchId) {
    return `Search ${String(savedSearches.find(({ id }) => id === savedSearchId)?.name ?? savedSearchId)}`;
  }
  const dashboard = dashboards.find(({ id }) => id === dashboardId);
  const tile = dashboard?.tiles.find(({ id }) => id === tileId);
  return `${dashboard?.name ?? String(dashboardId)} › ${tile?.name ?? String(tileId)}`;
}

function channelsOf({ channels }: Stored, { webhooks }: EmulatorContents): string {
  if (!Array.isArray(channels)) {
    return "";
  }
  return channels
    .map(({ type, webhookId }) => String(webhooks.find(({ id }) => id === webhookId)?.name ?? webhookId ?? type))
    .join(", ");
}
