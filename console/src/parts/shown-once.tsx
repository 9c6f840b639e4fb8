import { useRef } from 'react';
import { t } from '../texts/texts.js';
import { Button } from './button.js';
import { Actions, Dialog } from './dialog.js';
import { Field } from './field.js';
import s from './parts.module.css';
import { say } from './toast.js';

/** Shows what the service tells only this once. Escape does not close it. */
export function ShownOnce({
  title,
  values,
  close,
}: {
  title: string;
  values: readonly (readonly [label: string, value: string])[];
  close: () => void;
}) {
  return (
    <Dialog title={title}>
      <p>{t('parts.shownOnce')}</p>
      {values.map(([label, value]) => (
        <Kept key={label} label={label} value={value} />
      ))}
      <Actions>
        <Button look="main" onClick={close}>
          {t('parts.kept')}
        </Button>
      </Actions>
    </Dialog>
  );
}

function Kept({ label, value }: { label: string; value: string }) {
  const input = useRef<HTMLInputElement>(null);
  const select = () => input.current?.select();
  // Browsers give the clipboard to secure pages only: elsewhere the text is selected.
  const copy = async () => {
    select();
    try {
      await navigator.clipboard.writeText(value);
      say(t('parts.copied'));
    } catch {
      say(t('parts.selected'));
    }
  };
  return (
    <Field label={label}>
      {(control) => (
        <div className={s.kept}>
          <input {...control} ref={input} readOnly value={value} onFocus={select} />
          <Button onClick={() => void copy()}>{t('parts.copy')}</Button>
        </div>
      )}
    </Field>
  );
}
