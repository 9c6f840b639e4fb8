import type { Operation } from './history.js';

/** What one thing does when one caller at a time uses it. */
export interface Model<State, Input, Output> {
  initial: State;
  /**
   * The state after an operation, or undefined if it cannot have this output in this state. An undefined output is
   * unknown: then the state is the one after the operation took effect.
   */
  step(state: State, input: Input, output: Output | undefined): State | undefined;
}

export interface Verdict {
  isLinearizable: boolean;
  /** The longest order that the model allows, with the state after each operation. */
  order: { operation: Operation; state: unknown }[];
}

interface Moment {
  /** Index of the operation. */
  index: number;
  isCall: boolean;
  previous: Moment | undefined;
  next: Moment | undefined;
  /** Of a call: the moment at which it returned. */
  end?: Moment;
}

/**
 * Whether the operations can be put into one order that the model allows, in which each takes effect between its call
 * and its return (Wing and Gong's search, with Lowe's memory of what was tried). An operation with an unknown output
 * may take effect at any time after its call, or never.
 */
export function check<State, Input, Output>(
  model: Model<State, Input, Output>,
  operations: readonly Operation<Input, Output>[],
): Verdict {
  const head = momentsOf(operations);
  const tried = new Set<string>();
  const taken: { moment: Moment; state: State }[] = [];
  let longest: Verdict['order'] = [];
  let state = model.initial;
  let done = 0n;
  let at = head.next;

  for (;;) {
    if (at === undefined || (!at.isCall && operations[at.index]!.returned === null)) {
      return { isLinearizable: true, order: orderOf(taken, operations) };
    }
    if (at.isCall) {
      const { input, output } = operations[at.index]!;
      const after = model.step(state, input, output);
      const doneAfter = done | (1n << BigInt(at.index));
      const name = after === undefined ? '' : `${doneAfter} ${JSON.stringify(after)}`;
      if (after !== undefined && !tried.has(name)) {
        tried.add(name);
        taken.push({ moment: at, state });
        [state, done] = [after, doneAfter];
        if (taken.length > longest.length) longest = orderOf(taken, operations, state);
        remove(at);
        at = head.next;
      } else at = at.next;
      continue;
    }
    // This operation has returned, and was not put into the order: the last choice was wrong.
    const last = taken.pop();
    if (last === undefined) return { isLinearizable: false, order: longest };
    state = last.state;
    done &= ~(1n << BigInt(last.moment.index));
    restore(last.moment);
    at = last.moment.next;
  }
}

/**
 * Calls and returns by time, as a list from whose head operations are removed. A return comes before a call at its
 * time.
 */
function momentsOf(operations: readonly Operation[]): Moment {
  const moments = operations.flatMap(({ called, returned }, index) => {
    const end: Moment = { index, isCall: false, previous: undefined, next: undefined };
    const call: Moment = { index, isCall: true, previous: undefined, next: undefined, end };
    return [
      { moment: call, time: called },
      { moment: end, time: returned ?? Number.POSITIVE_INFINITY },
    ];
  });
  moments.sort((a, b) => (a.time === b.time ? rank(a.moment) - rank(b.moment) : a.time - b.time));
  const head: Moment = { index: -1, isCall: false, previous: undefined, next: undefined };
  let last = head;
  for (const { moment } of moments) {
    moment.previous = last;
    last.next = moment;
    last = moment;
  }
  return head;
}

const rank = ({ isCall }: Moment): number => (isCall ? 1 : 0);

/** Takes a call and its return out of the list. Both keep their places, so that `restore` finds them. */
function remove(call: Moment): void {
  for (const moment of [call, call.end!]) {
    moment.previous!.next = moment.next;
    if (moment.next) moment.next.previous = moment.previous;
  }
}

function restore(call: Moment): void {
  for (const moment of [call.end!, call]) {
    moment.previous!.next = moment;
    if (moment.next) moment.next.previous = moment;
  }
}

function orderOf<State>(
  taken: readonly { moment: Moment; state: State }[],
  operations: readonly Operation[],
  last?: State,
): Verdict['order'] {
  return taken.map(({ moment }, index) => ({
    operation: operations[moment.index]!,
    state: taken[index + 1]?.state ?? last,
  }));
}
