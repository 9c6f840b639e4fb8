import type { FormEvent, ReactNode } from 'react';
import { errorAt } from '../api/problems.js';
import { t } from '../texts/texts.js';
import { Button } from './button.js';
import { Actions, Dialog } from './dialog.js';
import s from './form-dialog.module.css';
import { Problem } from './states.js';

/** A form in a dialog: its fields, what will happen in words, and what the service refuses. */
export function FormDialog({
  title,
  says,
  action,
  danger = false,
  disabled = false,
  act: { isPending: busy, error },
  fields = [],
  wide = false,
  submit,
  close,
  children,
}: {
  title: string;
  /** What will happen, with amounts and dates. */
  says?: ReactNode;
  /** The word on the button. */
  action: string;
  danger?: boolean;
  disabled?: boolean;
  /** What the button does: while it is under way, nothing closes the dialog. */
  act: { isPending: boolean; error: unknown };
  /** Pointers of the fields that show their errors themselves. */
  fields?: readonly string[];
  wide?: boolean;
  submit: () => void;
  close: () => void;
  children?: ReactNode;
}) {
  const isShown = fields.some((pointer) => errorAt(error, pointer) !== '');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && !disabled) submit();
  };
  return (
    <Dialog title={title} wide={wide} close={busy ? undefined : close}>
      <form className={s.form} onSubmit={onSubmit}>
        {children}
        {says && (
          <div className={s.says} aria-live="polite">
            {says}
          </div>
        )}
        {error !== null && error !== undefined && !isShown && <Problem error={error} />}
        <Actions>
          <Button onClick={close} disabled={busy}>
            {t('parts.cancel')}
          </Button>
          <Button type="submit" look={danger ? 'danger' : 'main'} busy={busy} disabled={disabled}>
            {action}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
