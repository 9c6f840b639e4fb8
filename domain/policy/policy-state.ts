import { z } from 'zod';

export const policyStates = [
  'PENDING_FINANCE_CONFIRMATION',
  'ACTIVE',
  'INACTIVE_UNSETTLED',
  'SETTLED',
  'CLOSED',
] as const;
export const policyState = z.enum(policyStates).meta({ id: 'PolicyState' });
export type PolicyState = z.infer<typeof policyState>;

/** The causes of a policy's state transitions. */
export type PolicyStateCause =
  | 'ISSUED'
  | 'ISSUED_ON_FINANCE'
  | 'FINANCE_CONFIRMED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'BALANCED'
  | 'UNBALANCED'
  | 'REINSTATED'
  | 'CLOSED';

interface Move {
  /** Null: there is no policy yet. */
  from: PolicyState | null;
  by: PolicyStateCause;
  to: PolicyState;
  /** Applies only if the balance is zero (true) or not zero (false). */
  balanced?: boolean;
  /** Applies to a canceled policy, not to one whose term ended. */
  cancelled?: true;
}

/** All state transitions; no others are possible. */
export const policyMoves: readonly Move[] = [
  { from: null, by: 'ISSUED', to: 'ACTIVE' },
  { from: null, by: 'ISSUED_ON_FINANCE', to: 'PENDING_FINANCE_CONFIRMATION' },
  { from: 'PENDING_FINANCE_CONFIRMATION', by: 'FINANCE_CONFIRMED', to: 'ACTIVE' },
  { from: 'PENDING_FINANCE_CONFIRMATION', by: 'CANCELLED', to: 'INACTIVE_UNSETTLED', balanced: false },
  { from: 'PENDING_FINANCE_CONFIRMATION', by: 'CANCELLED', to: 'SETTLED', balanced: true },
  { from: 'ACTIVE', by: 'CANCELLED', to: 'INACTIVE_UNSETTLED', balanced: false },
  { from: 'ACTIVE', by: 'EXPIRED', to: 'INACTIVE_UNSETTLED', balanced: false },
  { from: 'ACTIVE', by: 'CANCELLED', to: 'SETTLED', balanced: true },
  { from: 'ACTIVE', by: 'EXPIRED', to: 'SETTLED', balanced: true },
  { from: 'INACTIVE_UNSETTLED', by: 'BALANCED', to: 'SETTLED', balanced: true },
  { from: 'SETTLED', by: 'UNBALANCED', to: 'INACTIVE_UNSETTLED', balanced: false },
  { from: 'INACTIVE_UNSETTLED', by: 'REINSTATED', to: 'ACTIVE', cancelled: true },
  { from: 'SETTLED', by: 'REINSTATED', to: 'ACTIVE', cancelled: true },
  { from: 'SETTLED', by: 'CLOSED', to: 'CLOSED' },
];

/** The facts that a transition may depend on. */
export interface PolicyStanding {
  state: PolicyState | null;
  /** Neither side owes the other anything. */
  balanced: boolean;
  cancelled: boolean;
}

export type PolicyMove = { moved: true; to: PolicyState } | { moved: false; reason: string };

/** The next state of a policy by `policyMoves`, or why the transition is refused. */
export function movePolicy(standing: PolicyStanding, by: PolicyStateCause): PolicyMove {
  const moves = policyMoves.filter((move) => move.by === by && move.from === standing.state);
  const [move] = moves.filter(
    ({ balanced, cancelled }) =>
      (balanced === undefined || balanced === standing.balanced) && (!cancelled || standing.cancelled),
  );
  if (move !== undefined) return { moved: true, to: move.to };
  return { moved: false, reason: reasonAgainst(standing, by, moves) };
}

function reasonAgainst({ state }: PolicyStanding, by: PolicyStateCause, moves: readonly Move[]): string {
  if (moves.some(({ cancelled }) => cancelled)) return 'the policy was not canceled: its term has ended';
  if (moves.some(({ balanced }) => balanced)) return 'the balance of the policy must be settled first';
  const from = policyMoves.filter((move) => move.by === by).map((move) => move.from ?? 'not issued');
  return `the policy is ${state ?? 'not issued'}; it must be ${[...new Set(from)].join(' or ')}`;
}
