import { describe, expect, it } from 'vitest';
import {
  movePolicy,
  type PolicyState,
  type PolicyStateCause,
  policyMoves,
  policyStates,
} from '../../../domain/policy/policy-state.js';

const causes = [...new Set(policyMoves.map(({ by }) => by))];
const moved = (state: PolicyState | null, by: PolicyStateCause, balanced = true, cancelled = true) =>
  movePolicy({ state, balanced, cancelled }, by);

describe('movePolicy', () => {
  it('moves by the table', () => {
    expect(moved(null, 'ISSUED')).toEqual({ moved: true, to: 'ACTIVE' });
    expect(moved(null, 'ISSUED_ON_FINANCE')).toEqual({ moved: true, to: 'PENDING_FINANCE_CONFIRMATION' });
    expect(moved('PENDING_FINANCE_CONFIRMATION', 'FINANCE_CONFIRMED')).toEqual({ moved: true, to: 'ACTIVE' });
    expect(moved('ACTIVE', 'CANCELLED', true)).toEqual({ moved: true, to: 'SETTLED' });
    expect(moved('ACTIVE', 'CANCELLED', false)).toEqual({ moved: true, to: 'INACTIVE_UNSETTLED' });
    expect(moved('ACTIVE', 'EXPIRED', false)).toEqual({ moved: true, to: 'INACTIVE_UNSETTLED' });
    expect(moved('INACTIVE_UNSETTLED', 'BALANCED')).toEqual({ moved: true, to: 'SETTLED' });
    expect(moved('SETTLED', 'UNBALANCED', false)).toEqual({ moved: true, to: 'INACTIVE_UNSETTLED' });
    expect(moved('SETTLED', 'REINSTATED')).toEqual({ moved: true, to: 'ACTIVE' });
    expect(moved('SETTLED', 'CLOSED')).toEqual({ moved: true, to: 'CLOSED' });
  });

  it('says why not', () => {
    expect(moved('ACTIVE', 'CLOSED')).toEqual({
      moved: false,
      reason: 'the policy is ACTIVE; it must be SETTLED',
    });
    expect(moved('SETTLED', 'REINSTATED', true, false)).toMatchObject({
      reason: 'the policy was not canceled: its term has ended',
    });
    expect(moved('INACTIVE_UNSETTLED', 'BALANCED', false)).toMatchObject({
      reason: 'the balance of the policy must be settled first',
    });
  });

  it('is certain: at most one way out for each cause, and none out of CLOSED', () => {
    for (const state of [null, ...policyStates]) {
      for (const by of causes) {
        for (const balanced of [true, false]) {
          for (const cancelled of [true, false]) {
            const standing = { state, balanced, cancelled };
            const ways = policyMoves.filter(
              (move) =>
                move.from === state &&
                move.by === by &&
                (move.balanced ?? balanced) === balanced &&
                (move.cancelled ?? cancelled) === cancelled,
            );
            expect(ways.length).toBeLessThanOrEqual(1);
            expect(movePolicy(standing, by).moved).toBe(ways.length === 1);
          }
        }
      }
    }
    expect(causes.some((by) => moved('CLOSED', by).moved)).toBe(false);
  });
});
