import { setTimeout as sleep } from 'node:timers/promises';
import { earlierOf } from '../../domain/ground/calendar.js';
import type { ClockEvent, ClockObject, ServiceClocks } from './service-clocks.js';

const pollMs = 500;
/** Events are seen when their transaction ends: one can be recorded some moments before it is seen. */
const lateMs = 5_000;

type Followed = Pick<ServiceClocks, 'get' | 'eventsSince' | 'policyNumber'>;

/** An event with the number of its policy. */
export type ToldEvent = ClockEvent & { policyNumber?: string };

/**
 * Follows an advance to its end, and tells each event of the clock once it has ended, by business time. `before` is the
 * clock's latest event from before the advance. Events that wait for an outside system are told at the end.
 */
export async function followAdvance(
  clocks: Followed,
  { clockId, before }: { clockId: string; before: ClockEvent | undefined },
  { event, clock }: { event: (told: ToldEvent) => void; clock: (read: ClockObject) => void },
): Promise<ClockObject> {
  const told = new Set(before && [before.triggerRequestId]);
  const numbers = new Map<string, string>();
  let from = before?.createdTimestamp;
  for (;;) {
    // The clock first: what happened until it is ready is in the list then.
    const read = await clocks.get(clockId);
    const found = (await clocks.eventsSince(clockId, from)).filter((each) => isSince(each, before));
    const ready = found.filter((each) => read.state === 'READY' || !isOpen(each));
    for (const each of ready.toSorted(byTime)) {
      if (told.has(each.triggerRequestId)) continue;
      told.add(each.triggerRequestId);
      event(await withNumber(clocks, numbers, each));
    }
    clock(read);
    if (read.state === 'READY') return read;
    from = nextFrom(found, told) ?? from;
    await sleep(pollMs);
  }
}

const isOpen = ({ state }: ClockEvent): boolean => state === 'ACCEPTED' || state === 'RUNNING';

const isSince = (event: ClockEvent, before: ClockEvent | undefined): boolean =>
  before === undefined || event.createdTimestamp > before.createdTimestamp;

function byTime(a: ClockEvent, b: ClockEvent): number {
  const key = ({ businessTimestamp, createdTimestamp }: ClockEvent) =>
    `${businessTimestamp} ${createdTimestamp}`;
  return key(a) < key(b) ? -1 : 1;
}

/** From where events are read next: nothing that is still open is passed. */
function nextFrom(found: readonly ClockEvent[], told: ReadonlySet<string>): string | undefined {
  const created = found.map(({ createdTimestamp }) => createdTimestamp).toSorted();
  const latest = created.at(-1);
  if (latest === undefined) return undefined;
  const open = found.filter(({ triggerRequestId }) => !told.has(triggerRequestId));
  const oldest = open.map(({ createdTimestamp }) => createdTimestamp).toSorted()[0] ?? latest;
  const safe = new Date(Date.parse(latest) - lateMs).toISOString();
  return earlierOf(oldest, safe);
}

async function withNumber(
  clocks: Followed,
  numbers: Map<string, string>,
  event: ClockEvent,
): Promise<ToldEvent> {
  const { policyId } = event;
  if (policyId === undefined) return event;
  const policyNumber = numbers.get(policyId) ?? (await clocks.policyNumber(policyId));
  numbers.set(policyId, policyNumber);
  return { ...event, policyNumber };
}
