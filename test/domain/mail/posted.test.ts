import { describe, expect, it } from 'vitest';
import { mailStates } from '../../../domain/mail/mail-states.js';
import { whyNotPost } from '../../../domain/mail/posted.js';
import { whyNotResend } from '../../../domain/mail/resend.js';

const letter = {
  ...({ state: 'TO_PRINT', purpose: 'NOTICE', isErased: false, address: '1 Main St' } as const),
  ...{ madeOn: '2026-11-29', postedOn: '2026-11-29' },
};

describe('a mail', () => {
  it.each([
    [{}, undefined],
    [{ state: 'BOUNCED' }, undefined],
    [{ isErased: true }, 'its client was erased'],
    [{ state: 'CANCELED' }, 'it is CANCELED'],
    [{ state: 'SENT' }, 'it is SENT'],
    [{ purpose: 'PASSWORD_RESET' }, 'was not kept'],
    [{ postedOn: '2026-11-28' }, 'must not be before the day of the mail, 2026-11-29'],
    [{ address: null }, 'postal address is not known'],
  ] as const)('is recorded as posted: %o', (change, expected) => {
    const reason = whyNotPost({ ...letter, ...change })?.reason;
    if (expected === undefined) expect(reason).toBeUndefined();
    else expect(reason).toContain(expected);
  });

  it('is sent again but where it waits, was canceled or goes by post', () => {
    const again = mailStates.filter(
      (state) =>
        whyNotResend({ ...letter, reason: null, state, toAddress: 'ada@bakery.example' }) === undefined,
    );
    expect(again).toEqual([...['SENT', 'REFUSED', 'UNCONFIRMED', 'BOUNCED', 'COMPLAINED', 'NOT_SENT']]);
  });
});
