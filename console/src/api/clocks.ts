import { may, me } from '../session/me.js';
import { t } from '../texts/texts.js';
import { type Clock, ioi } from './client.js';
import { addMonths } from './days.js';
import { useRead } from './queries.js';

/** A clock that advances is read again this often; another one may be advanced by somebody else. */
const [busyMs, calmMs] = [700, 15_000];
const mostChoices = 100;
const dayMs = 86_400_000;

/** Whether the person may see test clocks. In production there are none. */
export const hasClocks = (): boolean => me().environment !== 'PROD' && may('clocks:read');

/** A test clock, followed while it advances. */
export function useClock(clockId: string | null | undefined) {
  return useRead(['clocks', clockId], (signal) => ioi.clocks.get(clockId ?? '', { signal }), {
    enabled: Boolean(clockId) && hasClocks(),
    refetchInterval: ({ state }) => (state.data?.state === 'ADVANCING' ? busyMs : calmMs),
  });
}

/** The test clocks as choices. */
export function useClockChoices(): readonly (readonly [id: string, name: string])[] {
  const clocks = useRead(
    ['clocks', 'choices'],
    async (signal) => (await ioi.clocks.list({ size: mostChoices }, { signal })).content,
    { enabled: hasClocks() },
  );
  return (clocks.data ?? []).map(({ id, name }) => [id, name || t('clocks.noName')] as const);
}

/** The day that a clock shows, in UTC. */
export const dayOfClock = ({ businessTime }: Pick<Clock, 'businessTime'>): string =>
  businessTime.slice(0, 10);

/** The moment at which a day has begun in every time zone of the United States. */
export const momentOfDay = (day: string): string => `${day}T12:00:00.000Z`;

export const daysLater = (moment: string, days: number): string =>
  new Date(Date.parse(moment) + days * dayMs).toISOString();

export function monthsLater(moment: string, months: number): string {
  const [day = '', time = ''] = new Date(moment).toISOString().split('T');
  return `${addMonths(day, months)}T${time}`;
}
