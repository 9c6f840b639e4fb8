/** How a provider has a saved payment method. Never a number of a card or an account. */
export interface MethodStanding {
  state: 'PENDING' | 'ACTIVE' | 'DETACHED';
  methodReference: string | null;
  mandateReference: string | null;
  /** Such as `card` or `us_bank_account`. */
  kind: string | null;
  /** The card's brand, or the bank's name. */
  brand: string | null;
  lastFour: string | null;
  /** The last month of a card, `YYYY-MM`. */
  expiry: string | null;
}

/** Where a provider keeps a method. */
export interface MethodReferences {
  customerReference: string;
  setupReference: string;
  methodReference: string | null;
}

/** A provider that saves payment methods. Calls may be repeated. */
export interface MethodProvider {
  readonly name: string;
  /** Opens a set-up; the payer's browser completes it with the secret. A known customer is used again. */
  open(setup: {
    methodId: string;
    clientId: string;
    organizationId: string;
    customerReference: string | null;
  }): Promise<Omit<MethodReferences, 'methodReference'> & { clientSecret: string | null }>;
  standingOf(references: MethodReferences): Promise<MethodStanding>;
  /** Nothing can be charged to it afterwards. */
  detach(references: MethodReferences): Promise<void>;
}

export const methodStates = ['PENDING', 'ACTIVE', 'DECLINED', 'EXPIRED', 'DISPUTED', 'DETACHED'] as const;
export type MethodState = (typeof methodStates)[number];

/** Whether a card is over on a day. */
export const isOver = (expiry: string | null, day: string): boolean =>
  expiry !== null && day.slice(0, 7) > expiry;

/** Such as `visa ending in 4242`. */
export function methodInWords({
  kind,
  brand,
  lastFour,
}: Pick<MethodStanding, 'kind' | 'brand' | 'lastFour'>): string {
  const name = brand ?? kind ?? 'payment method';
  return lastFour === null ? name : `${name} ending in ${lastFour}`;
}
