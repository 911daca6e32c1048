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
      <Table caption="API keys" columns={["Key", "State", "Roles", "Addresses", "Expires"]} action="Edit">
        {contents.keys.map((each) => (
          <tr key={each.id}>
            <th scope="row" data-label="Key">
              {String(each.name)} <span class="id">…{String(each.keySuffix)}</span>
            </th>
            <td data-label="State">
              <span class={`state ${String(each.state)}`}>{String(each.state)}</span>
            </td>
            <td data-label="Roles">{listed(each.assignedRoles, "roleName")}</td>
            <td data-label="Addresses">{listed(each.ipAccessList, "source") || "none may use it"}</td>
            <td data-label="Expires">{each.expireAt ? String(each.expireAt).slice(0, 10) : "never"}</td>
            <td class="two">
              <button type="button" onClick={() => setEdited(each.id)} aria-label={`Rename key ${String(each.name)}`}>
                Rename
              </button>
              <button
                type="button"
                onClick={() => void toggle(each)}
                aria-label={`${each.state === "enabled" ? "Disable" : "Enable"} key ${String(each.name)}`}
              >
                {each.state === "enabled" ? "Disable" : "Enable"}
              </button>
            </td>
          </tr>
        ))}
      </Table>
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
