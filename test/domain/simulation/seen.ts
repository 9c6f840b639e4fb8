import type { Answers, Life, Method } from './steps.js';

/** An amount in the service's ledger; `recordedAt` counts the steps. */
export interface SeenLine {
  from: string;
  until: string;
  amount: string;
  recordedAt: Date;
}

export interface SeenStatement {
  id: string;
  termNumber: number;
  number: number;
  kind: string;
  state: string;
  dueDate: string;
  amount: string;
  paidAmount: string;
  premium: string;
  taxesAndFees: string;
  instalmentFee: string;
  /** A fee that is billed on its own, or a shortfall that is written off. */
  fee: string;
  /** The statement that a late fee or a write-off is for. */
  about: string | null;
  /** The first day of what it bills, if it is a change. */
  effectiveDate: string | null;
}

export interface SeenTerm {
  number: number;
  from: string;
  until: string;
  cancelledOn: string | null;
  lines: SeenLine[];
  charges: { type: string; from: string; until: string; amount: string }[];
  /** The premium of entries that no statement includes. */
  open: string[];
}

/** What the service shows of a policy. */
export interface Seen {
  terms: SeenTerm[];
  statements: SeenStatement[];
  payments: string[];
  /** The bank returned a payment. */
  hasReturned: boolean;
  status: string;
  balance: string;
  refundable: string;
  /** The service's clock. */
  now: Date;
}

export type Done = 'DONE' | 'REFUSED';

/** Somebody who does the steps of a life with the service's code. */
export interface Office {
  begin(life: Pick<Life, 'plan' | 'answers'>, dates: { today: string; effectiveDate: string }): Promise<void>;
  pass(to: string): Promise<void>;
  pay(amount: string): Promise<Done>;
  refund(amount: string): Promise<Done>;
  /** Payments that the bank can return, in the order of receipt. */
  returnable(): Promise<{ reference: string; amount: string }[]>;
  reverse(reference: string, amount: string): Promise<Done>;
  /** Counts the revenue of a term that has ended. */
  audit(from: string, revenue: { before: number; counted: number }): Promise<Done>;
  endorse(from: string, answers: Partial<Answers>): Promise<Done>;
  agree(from: string, amount: string): Promise<Done>;
  /** The id of the entry. */
  enter(from: string, amount: string): Promise<{ id: string } | 'REFUSED'>;
  edit(id: string, from: string, amount: string): Promise<Done>;
  delete(id: string): Promise<Done>;
  /** Entries by hand that no statement includes, in the order of recording. */
  openEntries(): Promise<string[]>;
  cancel(on: string, method: Method): Promise<Done>;
  reinstate(from: string): Promise<Done>;
  correct(to: string): Promise<Done>;
  seen(): Promise<Seen>;
}
