import { describe, expect, it } from 'vitest';
import { decideRenewal } from '../../../domain/policy/renewal-decision.js';
import { renewalWishes } from '../../../domain/policy/renewal-wishes.js';
import { intakeOf } from '../../support/event-factory.js';
import { addingItem, itemId, itemsOf } from '../../support/item-shop.js';

const renewal = { acceptedPremium: undefined, waits: null, automatic: false, tolerance: '0.1' };
const at = (premium: string) => ({ quoted: { premium } });
const declined = { quoted: { obstacle: 'Too many losses' } };

describe('a renewal that was accepted', () => {
  const accepted = { ...renewal, acceptedPremium: '1000.00' };

  it.each(['900.00', '1000.00', '1100.00'])('stays so at %s', (premium) => {
    expect(decideRenewal({ ...accepted, ...at(premium) })).toEqual({ held: true, waits: null });
  });

  it.each(['899.99', '1100.01'])('waits at %s', (premium) => {
    const { held, waits } = decideRenewal({ ...accepted, ...at(premium) });
    expect(held).toBe(false);
    expect(waits).toBe(`the premium of the renewal moved from 1000.00 to ${premium}, by more than 10 %`);
  });

  it('waits where it is declined', () => {
    expect(decideRenewal({ ...accepted, ...declined })).toEqual({ held: false, waits: 'Too many losses' });
  });

  it('waits for each cent where the product tolerates nothing', () => {
    expect(decideRenewal({ ...accepted, tolerance: '0', ...at('1000.00') }).held).toBe(true);
    expect(decideRenewal({ ...accepted, tolerance: '0', ...at('1000.01') }).held).toBe(false);
  });
});

describe('a renewal that nobody has accepted', () => {
  it('is held where the product renews automatically, and waits where it cannot', () => {
    const automatic = { ...renewal, automatic: true };
    expect(decideRenewal({ ...automatic, ...at('1.00') })).toEqual({ held: true, waits: null });
    expect(decideRenewal({ ...automatic, ...declined })).toEqual({ held: false, waits: 'Too many losses' });
    expect(decideRenewal({ ...renewal, ...at('1.00') })).toEqual({ held: false, waits: null });
    expect(decideRenewal({ ...renewal, ...declined })).toEqual({ held: false, waits: null });
  });

  it('waits on once it waits', () => {
    const waiting = { ...renewal, automatic: true, waits: 'the premium moved' };
    expect(decideRenewal({ ...waiting, ...at('1.00') })).toEqual({ held: false, waits: 'the premium moved' });
    expect(decideRenewal({ ...waiting, ...declined })).toEqual({ held: false, waits: 'Too many losses' });
  });
});

describe('the wishes of a renewal', () => {
  const lastDay = { ...intakeOf({ limit: '100', name: 'Shop' }), ...itemsOf([10, 20]) };
  const wished = (...asked: Parameters<typeof renewalWishes>) => {
    const wishes = renewalWishes(...asked);
    if ('missing' in wishes) throw new Error(`${wishes.missing} is missing`);
    return wishes;
  };

  it('are what was sent and differs from the last day', () => {
    const intake = { ...intakeOf({ limit: '200', name: 'Shop' }), ...itemsOf([10, 25]) };
    const { answers, edits } = wished(lastDay, { asked: { intake } });
    expect(answers).toMatchObject({ limit: { answer: '200' }, items: intake.items });
    expect(Object.keys(edits)).toEqual(['limit', 'items']);
    expect(edits.items).toMatchObject({ added: [], removed: [], edited: [{ iterationId: itemId(2) }] });
  });

  it('hold over other answers, and leave alone what they do not touch', () => {
    const asked = { intake: intakeOf({ limit: '200' }), edits: addingItem(3, 30) };
    const { edits: earlier } = wished(lastDay, { asked });
    const changed = { ...intakeOf({ limit: '150', name: 'Sons' }), ...itemsOf([11]) };
    expect(wished(changed, { earlier, asked: {} })).toMatchObject({
      answers: {
        limit: { answer: '200' },
        name: { answer: 'Sons' },
        items: { iterations: [{ iterationId: itemId(1) }, { iterationId: itemId(3) }] },
      },
      edits: earlier,
    });
  });

  it('lose what the policy no longer has, but not the removal of it', () => {
    const edited = [{ iterationId: itemId(2), answers: itemsOf([5]).items.iterations[0]!.answers }];
    const loop = { type: 'LOOP' as const, qid: 'items', added: [] };
    const earlier = { items: { ...loop, removed: [itemId(1)], edited } };
    expect(wished(itemsOf([]), { earlier, asked: {} })).toMatchObject({
      lost: [itemId(2)],
      edits: { items: { removed: [itemId(1)], edited: [] } },
    });
  });

  it('cannot be for an iteration that is not there', () => {
    const asked = {
      edits: { items: { type: 'LOOP' as const, qid: 'items', added: [], removed: [itemId(9)], edited: [] } },
    };
    expect(renewalWishes(lastDay, { asked })).toEqual({
      missing: itemId(9),
      path: ['edits', 'items', 'removed', 0],
    });
  });
});
