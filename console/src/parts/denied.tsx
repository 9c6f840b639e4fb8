import { Tooltip } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Needed, useRolesWith } from '../api/roles.js';
import { listOf } from '../texts/formats.js';
import { t, word } from '../texts/texts.js';
import { Button } from './button.js';

/** Whom to ask for what a person may not do: `Ask somebody with the role Service or Administrator.` */
export function WhomToAsk({ needs, isShown = true }: { needs: readonly Needed[]; isShown?: boolean }) {
  const roles = useRolesWith(needs, { enabled: isShown });
  // Whoever administers can give the others, too.
  const able = roles?.toSorted((a, b) => Number(a === 'admin') - Number(b === 'admin'));
  return (
    <>
      {t('parts.mayNot')}{' '}
      {able &&
        t('parts.askRole', {
          roles: listOf(
            able.map((role) => word('role', role)),
            'or',
          ),
        })}
    </>
  );
}

/**
 * An action that the person may not take, which says whom to ask. It can be reached by keyboard, and does nothing. `needs`
 * are the permissions or event types of which one is enough.
 */
export function Denied({ needs, children }: { needs: readonly Needed[]; children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  const show = () => setShown(true);
  return (
    <Tooltip
      label={<WhomToAsk needs={needs} isShown={isShown} />}
      events={{ hover: true, focus: true, touch: true }}
      multiline
      maw={280}
    >
      <Button aria-disabled="true" data-disabled onMouseEnter={show} onFocus={show} onTouchStart={show}>
        {children}
      </Button>
    </Tooltip>
  );
}
