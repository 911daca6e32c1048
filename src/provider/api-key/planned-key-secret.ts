import { type AttributePath, type ObjectValue, UNKNOWN } from "../../plugin";

/** What is planned for a key that is created: the attributes that the create fills in. */
export function plannedSecret(config: ObjectValue): ObjectValue {
  const given = (name: string) => config[name] !== null && config[name] !== false;
  const [inState, encrypted] = [given("secret_in_state"), given("age_recipients")];
  const material = inState ? UNKNOWN : null;
  return { key_id: material, key_secret: material, encrypted_secret: encrypted ? UNKNOWN : null };
}

/** What is planned for a key that is adopted, or that was and stays: the material of an adopted key is not known. */
export function unchangedSecret(state: ObjectValue | null): ObjectValue {
  const { key_id = null, key_secret = null, encrypted_secret = null } = state ?? {};
  return { key_id, key_secret, encrypted_secret };
}

/** Whether a secret that is in state leaves it, encrypted, with no new key. */
export function leavesState(plan: ObjectValue, state: ObjectValue): boolean {
  return holdsMaterial(state) && plan.secret_in_state !== true && plan.age_recipients !== null;
}

/** The attributes whose change needs new material, and so a new key. */
export function changedMaterial(plan: ObjectValue, state: ObjectValue): readonly AttributePath[] {
  if (plan.key_material_version !== state.key_material_version) return [["key_material_version"]];
  if (plan.secret_in_state === true) return holdsMaterial(state) ? [] : [["secret_in_state"]];
  if (plan.age_recipients === null || leavesState(plan, state)) return [];
  return sameRecipients(plan, state) ? [] : [["age_recipients"]];
}

function holdsMaterial(state: ObjectValue): boolean {
  return typeof state.key_id === "string" && typeof state.key_secret === "string";
}

function sameRecipients({ age_recipients: planned }: ObjectValue, { age_recipients: prior }: ObjectValue): boolean {
  if (!Array.isArray(planned) || !Array.isArray(prior)) return false;
  return [...planned].sort().join() === [...prior].sort().join();
}
