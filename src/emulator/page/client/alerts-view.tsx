import { useState } from "preact/hooks";
import { type ApiFields, alertText, comparedFormat } from "../../../drawing";
import { Dialog, formTextOf, LabeledField, numberIn } from "./dialog";
import { nameById } from "./list-view";
import { changeAlert, type EmulatorContents, type Stored, type ViewProps } from "./server";
import { Table } from "./table";

export function AlertsView({ contents, done }: ViewProps) {
  const [edited, setEdited] = useState<string>();
  const alert = contents.alerts.find(({ id }) => id === edited);
  return (
    <>
      <Table
        caption="Alerts"
        rows={contents.alerts}
        columns={{
          Alert: nameOf,
          Watches: (each) => watchedBy(each, contents),
          "Fires when": (each) => alertText(each, formatOf(each, contents)),
          Notifies: (each) => channelsOf(each, contents),
          State: ({ state }) => String(state),
        }}
        actions={(each) => (
          <button type="button" onClick={() => setEdited(each.id)} aria-label={`Edit alert ${nameOf(each)}`}>
            Edit
          </button>
        )}
        empty="There are no alerts yet."
      />
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
function formatOf({ dashboardId, tileId, chartConfig }: Stored, { dashboards }: EmulatorContents) {
  const tiles = dashboards.find(({ id }) => id === dashboardId)?.tiles;
  return comparedFormat(chartConfig ?? tiles?.find(({ id }) => id === tileId)?.config);
}

function watchedBy({ dashboardId, tileId, savedSearchId, source }: Stored, contents: EmulatorContents): string {
  if (savedSearchId) {
    return `Search ${nameById(contents["saved-searches"], savedSearchId)}`;
  }
  if (source === "inline") {
    return "Chart of the alert"; // Lists of alerts do not contain it.
  }
  const dashboard = contents.dashboards.find(({ id }) => id === dashboardId);
  const tile = dashboard?.tiles.find(({ id }) => id === tileId);
  return `${dashboard?.name ?? String(dashboardId)} › ${tile?.name ?? String(tileId)}`;
}

function channelsOf({ channels }: Stored, { webhooks }: EmulatorContents): string {
  const list: readonly ApiFields[] = Array.isArray(channels) ? channels : [];
  return list.map(({ type, webhookId }) => nameById(webhooks, webhookId) || String(type)).join(", ");
}
