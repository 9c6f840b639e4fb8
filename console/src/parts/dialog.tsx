import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { t } from '../texts/texts.js';
import { Button } from './button.js';
import { classes } from './classes.js';
import s from './parts.module.css';
import { Problem } from './states.js';

/**
 * A dialog over the page while it is rendered. The browser keeps the focus in it, closes it on Escape, and gives the focus
 * back. Without `close` it stays until its work is done.
 */
export function Dialog({
  title,
  close,
  wide,
  children,
}: {
  title: string;
  close?: (() => void) | undefined;
  wide?: boolean;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the effects of what is in it, which may move the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes(s.dialog, wide && s.wide)}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close?.();
      }}
      // Browsers close it at a second Escape, whatever was prevented.
      onClose={() => {
        if (!close) dialog.current?.showModal();
      }}
    >
      <div className={s.dialogBody}>
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

/** Buttons at the end of a dialog or form. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={s.actions}>{children}</div>;
}

/** Asks before something is done: `children` say what it will do. It stays open, with the failure, until it was done. */
export function Confirm({
  title,
  children,
  action,
  danger = false,
  act: { isPending: busy, error },
  confirm,
  close,
}: {
  title: string;
  children: ReactNode;
  /** The word on the button: what is done, not "OK". */
  action: string;
  danger?: boolean;
  /** What the button does: while it is under way, nothing closes the dialog. */
  act: { isPending: boolean; error: unknown };
  confirm: () => void;
  close: () => void;
}) {
  return (
    <Dialog title={title} close={busy ? undefined : close}>
      <div>{children}</div>
      {error !== null && error !== undefined && <Problem error={error} />}
      <Actions>
        <Button onClick={close} disabled={busy}>
          {t('parts.cancel')}
        </Button>
        <Button look={danger ? 'danger' : 'main'} busy={busy} onClick={confirm}>
          {action}
        </Button>
      </Actions>
    </Dialog>
  );
}
