import { type FormEvent, type ReactNode, useState } from 'react';
import { errorAt } from '../api/problems.js';
import { t } from '../texts/texts.js';
import { Button } from './button.js';
import { type Acting, Actions, Dialog, doAct } from './dialog.js';
import s from './form-dialog.module.css';
import { Notice } from './notice.js';
import { Panel } from './page.js';
import { Problem } from './states.js';

/**
 * A form in a dialog: its fields, what will happen in words, and what the service refuses. Where something was typed, closing
 * it asks first.
 */
export function FormDialog({
  action,
  title = action,
  says,
  back = t('parts.cancel'),
  danger = false,
  disabled = false,
  act,
  fields = [],
  wide = false,
  submit,
  close,
  children,
}: Acting & {
  /** The word on the button. */
  action: string;
  /** If it is another one than that. */
  title?: string;
  /** What will happen, with amounts and dates. */
  says?: ReactNode;
  /** The word on the button that does nothing, where "Cancel" could be taken for what the form does. */
  back?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Pointers of the fields that show their errors themselves. */
  fields?: readonly string[];
  wide?: boolean;
  close: () => void;
  children?: ReactNode;
}) {
  const { isPending: busy, error } = act;
  const isShown = fields.some((pointer) => errorAt(error, pointer) !== '');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && !disabled) doAct({ act, submit } as Acting);
  };
  const [isTyped, setTyped] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const leave = () => (isTyped && !isAsked ? setAsked(true) : close());
  return (
    <Dialog title={title} wide={wide} close={busy ? undefined : leave}>
      <form className={s.form} onSubmit={onSubmit} onInput={() => setTyped(true)}>
        {children}
        {says && (
          <Panel gap={8} aria-live="polite">
            {says}
          </Panel>
        )}
        {error !== null && error !== undefined && !isShown && <Problem error={error} />}
        {isAsked && <Leaving discard={close} stay={() => setAsked(false)} />}
        <Actions>
          <Button onClick={close} disabled={busy}>
            {back}
          </Button>
          <Button type="submit" look={danger ? 'danger' : 'main'} busy={busy} disabled={disabled}>
            {action}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

function Leaving({ discard, stay }: { discard: () => void; stay: () => void }) {
  return (
    <Notice
      actions={
        <>
          <Button onClick={stay}>{t('parts.keepTyping')}</Button>
          <Button look="danger" onClick={discard}>
            {t('parts.discard')}
          </Button>
        </>
      }
    >
      {t('parts.discardTyped')}
    </Notice>
  );
}
