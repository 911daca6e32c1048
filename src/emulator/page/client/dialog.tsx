import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface Props {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Additional buttons, before Cancel and Save. */
  readonly actions?: ComponentChildren;
  save(form: FormData): Promise<void>;
  close(): void;
}

/** Form in a modal dialog. The browser keeps the focus inside, closes it on Escape and restores the focus. */
export function Dialog({ title, children, actions, save, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [problem, setProblem] = useState<string>();
  // Opens the dialog before the next paint. After the paint, fast typing would reach the page behind it.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      await save(new FormData(event.target as HTMLFormElement));
      dialog.current?.close();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <dialog ref={dialog} aria-labelledby="dialog-title" onClose={close}>
      <form onSubmit={(event) => void submit(event)}>
        <h2 id="dialog-title">{title}</h2>
        {children}
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <div class="buttons">
          {actions}
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" class="primary">
            Save
          </button>
        </div>
      </form>
    </dialog>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string | number;
  readonly hint?: string;
  readonly [attribute: string]: unknown;
}

export function LabeledField({ name, label, value, hint, ...attributes }: FieldProps) {
  return (
    <div class="field">
      <label for={`field-${name}`}>{label}</label>
      <input
        id={`field-${name}`}
        name={name}
        defaultValue={String(value)}
        aria-describedby={hint && `hint-${name}`}
        {...attributes}
      />
      {hint && (
        <p class="hint" id={`hint-${name}`}>
          {hint}
        </p>
      )}
    </div>
  );
}

export function numberIn(form: FormData, name: string): number {
  return Number(form.get(name));
}

export function formTextOf(form: FormData, name: string): string {
  return String(form.get(name) ?? "");
}
