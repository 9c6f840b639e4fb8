import type { Model } from './checker.js';

/** What an unknown operation has left: something, which the next answer names. */
const unknown = 'UNKNOWN';
type Unknown = typeof unknown;

/** Whether a value may be what an answer says. */
const agrees = <Value>(known: Value | Unknown, said: Value): boolean => known === unknown || known === said;

type Issue = { do: 'bind' } | { do: 'read' };
/** `isNew`: this call issued it. Null: there is none. */
type Issued = { number: string | null; isNew?: boolean };

/** A quote is issued once, by one of those who bind it; all others are told its number (spec 4.6). */
const issueOnce: Model<{ number: string | null | Unknown }, Issue, Issued> = {
  initial: { number: null },
  step({ number }, input, output) {
    if (output === undefined) return { number: number ?? unknown };
    if (output.isNew || (input.do === 'read' && output.number === null)) {
      return number === null ? { number: output.number } : undefined;
    }
    return number !== null && agrees(number, output.number) ? { number: output.number } : undefined;
  },
};

/** Policy numbers are consecutive, in the order of issue. */
const numbers: Model<number, 'take', number> = {
  initial: 0,
  step: (last, _, number) => (number === undefined || number === last + 1 ? last + 1 : undefined),
};

type Pay = { do: 'pay'; reference: string; cents: number } | { do: 'read' };
type Paid = { applied: boolean; paid: number } | { refused: true } | { paid: number };

/** A payment counts once by its reference; another amount under the same one is refused. */
const account: Model<{ [reference: string]: number }, Pay, Paid> = {
  initial: {},
  step(state, input, output) {
    const isPaid = (payments: typeof state) =>
      output === undefined ||
      !('paid' in output) ||
      Object.values(payments).reduce((sum, cents) => sum + cents, 0) === output.paid;
    if (input.do === 'read') return isPaid(state) ? state : undefined;
    const { reference, cents } = input;
    const known = state[reference];
    const after = known === undefined ? { ...state, [reference]: cents } : state;
    if (output === undefined) return after;
    if ('refused' in output) return known !== undefined && known !== cents ? state : undefined;
    if (!('applied' in output)) return undefined;
    const fits = output.applied ? known === undefined : known === cents;
    return fits && isPaid(after) ? after : undefined;
  },
};

type Keep = { do: 'record'; cents: number } | { do: 'read' } | { do: 'total'; before: number };
type Kept = { entries: number[] } | { total: number } | { recorded: true };

/** A ledger has every entry that was recorded, once; amounts are different. A read of the past has their sum. */
const ledger: Model<number[], Keep, Kept> = {
  initial: [],
  step(entries, input, output) {
    if (input.do === 'record') {
      return entries.includes(input.cents) ? undefined : [...entries, input.cents].sort((a, b) => a - b);
    }
    if (output === undefined) return entries;
    if ('entries' in output) return output.entries.join() === entries.join() ? entries : undefined;
    const sum = entries.reduce((total, cents) => total + cents, 0);
    return input.do === 'total' && 'total' in output && output.total === input.before + sum
      ? entries
      : undefined;
  },
};

type Write = { do: 'write'; value: string; ifMatch?: string } | { do: 'read' };
type Written = { tag: string } | { refused: true } | { value: string; tag: string };

/** A client has what was written last; a write with a tag is made only on the version of that tag. */
const register: Model<{ value: string; tag: string | Unknown }, Write, Written> = {
  initial: { value: '', tag: unknown },
  step(state, input, output) {
    if (input.do === 'read') {
      if (output === undefined) return state;
      const isRead = 'value' in output && output.value === state.value && agrees(state.tag, output.tag);
      return isRead ? { value: output.value, tag: output.tag } : undefined;
    }
    const { value, ifMatch } = input;
    if (output !== undefined && 'refused' in output) {
      return ifMatch !== undefined && state.tag !== ifMatch ? state : undefined;
    }
    if (ifMatch !== undefined && !agrees(state.tag, ifMatch)) return output === undefined ? state : undefined;
    return { value, tag: output?.tag ?? unknown };
  },
};

type Create = { do: 'create' } | { do: 'count' };
type Created = { id: string } | { count: number };

/** Requests with one Idempotency-Key create one thing. */
const keyed: Model<{ id: string | null | Unknown }, Create, Created> = {
  initial: { id: null },
  step({ id }, _, output) {
    if (output === undefined) return { id: id ?? unknown };
    if ('count' in output) return output.count === (id === null ? 0 : 1) ? { id } : undefined;
    return id === null || agrees(id, output.id) ? { id: output.id } : undefined;
  },
};

/** The promises of the service to callers that come at once, by name. */
export const models = { issueOnce, numbers, account, ledger, register, keyed };
