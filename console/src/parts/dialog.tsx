import { Group, Modal, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../texts/texts.js';
import { Button } from './button.js';
import { Problem } from './states.js';

/**
 * A dialog over the page while it is rendered. It keeps the focus, closes on Escape, and gives the focus back. Without
 * `close` it stays until its work is done. A click beside it does not close it: what was typed would be lost.
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
  const content = useRef<HTMLDivElement>(null);
  useFocusBack();
  // The first field has the focus, not the button that closes the dialog.
  useLayoutEffect(() => {
    content.current?.querySelector('input, select, textarea')?.setAttribute('data-autofocus', '');
  }, []);
  // Escape is heard by each dialog that is open: only the one on top is meant.
  const closeTop = () => {
    const last = [...document.querySelectorAll('[role="dialog"]')].at(-1);
    if (last?.contains(content.current)) close?.();
  };
  return (
    <Modal
      opened
      title={title}
      size={wide ? 880 : 520}
      onClose={closeTop}
      closeOnClickOutside={false}
      closeOnEscape={close !== undefined}
      withCloseButton={close !== undefined}
      closeButtonProps={{ 'aria-label': t('parts.closeDialog') }}
    >
      <Stack ref={content} gap={16}>
        {children}
      </Stack>
    </Modal>
  );
}

/** Gives the focus back to what had it, unless what closed the dialog gave it to something else. */
function useFocusBack(): void {
  const [before] = useState(opener);
  useEffect(
    () => () => {
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
      });
    },
    [before],
  );
}

/** What opens a dialog: of an item of a menu, the button of the menu. */
function opener(): Element | null {
  const menu = document.activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return menu ? document.getElementById(menu) : document.activeElement;
}

/** Buttons at the end of a dialog or form. */
export function Actions({ children }: { children: ReactNode }) {
  return (
    <Group gap={8} align="stretch" justify="flex-end">
      {children}
    </Group>
  );
}

interface Act {
  isPending: boolean;
  error: unknown;
}

/** What the button of a dialog does: `act`, as `submit` begins it. While it is under way, nothing closes the dialog. */
export type Acting =
  | { act: Act & { mutate: (input: undefined) => void }; submit?: undefined }
  | { act: Act; submit: () => void };

export const doAct = ({ act, submit }: Acting): void =>
  submit === undefined ? act.mutate(undefined) : submit();

/** Asks before something is done: `children` say what it will do. It stays open, with the failure, until it was done. */
export function Confirm({
  action,
  title = action,
  children,
  danger = false,
  act,
  submit,
  close,
}: Acting & {
  /** The word on the button: what is done, not "OK". */
  action: string;
  /** If it is another one than that. */
  title?: string;
  children: ReactNode;
  danger?: boolean;
  close: () => void;
}) {
  const { isPending: busy, error } = act;
  return (
    <Dialog title={title} close={busy ? undefined : close}>
      <div>{children}</div>
      {error !== null && error !== undefined && <Problem error={error} />}
      <Actions>
        <Button onClick={close} disabled={busy}>
          {t('parts.cancel')}
        </Button>
        <Button
          look={danger ? 'danger' : 'main'}
          busy={busy}
          onClick={() => doAct({ act, submit } as Acting)}
        >
          {action}
        </Button>
      </Actions>
    </Dialog>
  );
}
