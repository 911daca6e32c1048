import { useState } from "preact/hooks";
import { Dialog, formTextOf, LabeledField } from "./dialog";
import { changeKey, type Stored, type ViewProps } from "./server";
import { Table } from "./table";

export function KeysView({ contents, done }: ViewProps) {
  const [edited, setEdited] = useState<string>();
  const key = contents.keys.find(({ id }) => id === edited);
  const toggle = async (each: Stored) => {
    const state = each.state === "enabled" ? "disabled" : "enabled";
    await changeKey(each.id, { state });
    await done(`Key ${String(each.name)} is now ${state}.`);
  };
  return (
    <>
      <Table
        caption="API keys"
        rows={contents.keys}
        columns={{
          Key: ({ name, keySuffix }) => (
            <>
              {String(name)} <span class="id">…{String(keySuffix)}</span>
            </>
          ),
          State: ({ state }) => <span class={`state ${String(state)}`}>{String(state)}</span>,
          Roles: ({ assignedRoles }) => listed(assignedRoles, "roleName"),
          Addresses: ({ ipAccessList }) => listed(ipAccessList, "source") || "none may use it",
          Expires: ({ expireAt }) => (expireAt ? String(expireAt).slice(0, 10) : "never"),
        }}
        actions={(each) => {
          const [name, change] = [String(each.name), each.state === "enabled" ? "Disable" : "Enable"];
          return (
            <>
              <button type="button" onClick={() => setEdited(each.id)} aria-label={`Rename key ${name}`}>
                Rename
              </button>
              <button type="button" onClick={() => void toggle(each)} aria-label={`${change} key ${name}`}>
                {change}
              </button>
            </>
          );
        }}
        empty="There are no API keys."
      />
      {key && (
        <Dialog
          title={`Rename key ${String(key.name)}`}
          close={() => setEdited(undefined)}
          save={async (form) => {
            await changeKey(key.id, { name: formTextOf(form, "name") });
            await done(`Renamed the key to ${formTextOf(form, "name")}.`);
          }}
        >
          <LabeledField name="name" label="Name" value={String(key.name)} required />
        </Dialog>
      )}
    </>
  );
}

function listed(list: unknown, field: string): string {
  return Array.isArray(list) ? list.map((each) => String(each[field])).join(", ") : "";
}
