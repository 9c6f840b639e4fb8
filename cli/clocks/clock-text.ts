import type { ClockComparison, ClockCopyView, ComparedTotals } from '../../api/clocks/copy/schemas.js';
import { inColumns } from '../ground/text-table.js';
import type { ToldEvent } from './follow.js';
import type { ClockObject } from './service-clocks.js';

/** A moment by day and minute in UTC. */
const momentText = (moment: string): string => `${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC`;

/** What is known of one clock. */
export function clockLines(clock: ClockObject): string[] {
  const { id, name, businessTime, waitsTimeOut, nextDueTimestamp, clients, policies, problem } = clock;
  return [
    `${name}  clock ${id}`,
    `  shows ${momentText(businessTime)}, ${stateText(clock)}`,
    ...(nextDueTimestamp === undefined ? [] : [`  next due ${momentText(nextDueTimestamp)}`]),
    ...(clients === undefined ? [] : [`  clients: ${clients}, policies: ${policies}`]),
    ...(waitsTimeOut ? ['  waits for outside systems time out'] : []),
    ...(problem === undefined ? [] : [`  held up: ${problem}`]),
  ];
}

function stateText({ state, advance }: ClockObject): string {
  if (state === 'READY' || advance === undefined) return state.toLowerCase();
  return `advancing to ${momentText(advance.to)}`;
}

/** Clocks as a table. */
export function clockTable(clocks: readonly ClockObject[]): string[] {
  if (clocks.length === 0) return ['There are no clocks.'];
  const rows = clocks.map((clock) => [
    clock.name,
    momentText(clock.businessTime),
    stateText(clock),
    clock.id,
  ]);
  return inColumns(['Name', 'Shows', 'State', 'Clock'], rows, { left: [0, 1, 2, 3] });
}

/** Something that happened under a clock, by its day. */
export function eventLine({
  businessTimestamp,
  type,
  state,
  policyNumber,
  failedActionCount,
}: ToldEvent): string {
  const failed = failedActionCount > 0 ? `${failedActionCount} failed actions` : undefined;
  const told = failed ?? (state === 'COMPLETED' ? undefined : state.toLowerCase());
  return [businessTimestamp.slice(0, 10), type, policyNumber, told].filter(Boolean).join('  ');
}

/** The copies with their originals. */
export function copyLines({ copies, policies }: ClockCopyView): string[] {
  const rows = copies.map((each) => [each.originalPolicyNumber, each.policyNumber, each.policyId]);
  return [
    `Copied policies: ${policies}`,
    ...inColumns(['Original', 'Copy', 'Policy'], rows, { left: [0, 1, 2] }),
  ];
}

const figures: readonly (keyof ComparedTotals)[] = [
  'active',
  'canceled',
  'lapsed',
  'expired',
  'renewals',
  'late',
  'premium',
  'billed',
  'paid',
  'balance',
  'pastDue',
];
const amounts: ReadonlySet<string> = new Set(['premium', 'billed', 'paid', 'balance', 'pastDue']);

/** The totals of originals and copies side by side, by currency. */
export function comparisonLines({ totals, unpaired }: ClockComparison): string[] {
  const text = (figure: string, value: number) => (amounts.has(figure) ? value.toFixed(2) : String(value));
  return [
    ...totals.flatMap(({ currency, policies, base, copy }) => [
      `${currency}, policies: ${policies}`,
      ...inColumns(
        ['', 'Originals', 'Copies'],
        figures.map((each) => [each, text(each, base[each]), text(each, copy[each])]),
        { left: [0] },
      ),
    ]),
    ...(totals.length === 0 ? ['There is nothing to compare.'] : []),
    ...(unpaired > 0 ? [`Left out, as their originals are gone: ${unpaired}`] : []),
  ];
}

/** How an advance ended. */
export function endText({ name, businessTime }: ClockObject, to: string): string {
  const isStopped = Date.parse(businessTime) < Date.parse(to);
  return `The clock "${name}" ${isStopped ? 'was stopped at' : 'shows'} ${momentText(businessTime)}`;
}
