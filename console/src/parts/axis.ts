import { dayNumber } from '../api/days.js';
import { scale } from './diagram.js';

/** Where a day is on a picture. */
export type Scale = (date: string) => number;

export function scaleOf({
  from,
  until,
  width,
  margin,
}: {
  from: string;
  until: string;
  width: number;
  margin: number;
}): Scale {
  const at = scale([dayNumber(from), dayNumber(until)], [margin, width - margin]);
  return (date) => at(dayNumber(date));
}

/** First days of months, as many as there is room for. */
export function ticksOf(from: string, until: string, room: number): string[] {
  const step =
    [1, 2, 3, 6, 12, 24, 60].find((months) => (monthNumber(until) - monthNumber(from)) / months <= room) ??
    120;
  const ticks: string[] = [];
  for (let month = Math.ceil(monthNumber(from) / step) * step; ; month += step) {
    const tick = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;
    if (tick > until) return ticks;
    if (tick >= from) ticks.push(tick);
  }
}

const monthNumber = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
