export const policyStates = [
  'PENDING_FINANCE_CONFIRMATION',
  'ACTIVE',
  'INACTIVE_UNSETTLED',
  'SETTLED',
  'CLOSED',
] as const;
export type PolicyState = (typeof policyStates)[number];

/** What moves a policy from one state to another. */
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
  /** Holds only where the balance is zero (true), or where it is not (false). */
  balanced?: boolean;
  /** Holds for a policy that was cancelled, not for one whose term ended. */
  cancelled?: true;
}

/** Every move there is: what is not in this table does not happen. */
export const policyMoves: readonly Move[] = [
  { from: null, by: 'ISSUED', to: 'ACTIVE' },
  { from: null, by: 'ISSUED_ON_FINANCE', to: 'PENDING_FINANCE_CONFIRMATION' },
  { from: 'PENDING_FINANCE_CONFIRMATION', by: 'FINANCE_CONFIRMED', to: 'ACTIVE' },
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

/** What the way out of a state may depend on. */
export interface PolicyStanding {
  state: PolicyState | null;
  /** Neither side owes the other anything. */
  balanced: boolean;
  cancelled: boolean;
}

export type PolicyMove = { moved: true; to: PolicyState } | { moved: false; reason: string };

/** Where a policy goes from where it stands, or why it cannot: the table's only guard. */
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
  if (moves.some(({ cancelled }) => cancelled)) return 'the policy was not cancelled: its term has ended';
  if (moves.some(({ balanced }) => balanced)) return 'the policy has a balance to be settled first';
  const from = policyMoves.filter((move) => move.by === by).map((move) => move.from ?? 'not issued');
  return `the policy is ${state ?? 'not issued'}; it would have to be ${[...new Set(from)].join(' or ')}`;
}
