import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { dayNumber } from '../api/days.js';
import { month } from '../texts/formats.js';
import s from './day-picture.module.css';

/** Where a day is on a picture. */
export type Scale = (date: string) => number;

/** Where the names of months stand; lines begin below. */
const axis = 22;
export const margin = 12;
/** A month's name needs so much room. */
const tickRoom = 72;

/** A picture along an axis of days, as wide as its place: it is drawn for that width, so that its texts keep their size. */
export function DayPicture({
  title,
  height,
  from,
  until,
  today,
  children,
}: {
  /** What the picture shows, for those who do not see it. */
  title: string;
  height: number;
  from: string;
  until: string;
  today: string;
  children: (x: Scale) => ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const id = useId();
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const days = dayNumber(until) - dayNumber(from) || 1;
  const x: Scale = (date) => margin + ((width - 2 * margin) * (dayNumber(date) - dayNumber(from))) / days;
  return (
    <div className={s.picture} ref={frame}>
      <svg height={height} viewBox={`0 0 ${Math.max(width, 1)} ${height}`} aria-labelledby={id}>
        <title id={id}>{title}</title>
        {width > 0 && (
          <>
            {ticksOf(from, until, width / tickRoom).map((tick) => (
              <g key={tick} className={s.tick}>
                <DayLine at={x(tick)} height={height} />
                <text x={clamp(x(tick), tickRoom / 2, width - tickRoom / 2)} y={axis - 8}>
                  {month(tick)}
                </text>
              </g>
            ))}
            {children(x)}
            <DayLine at={x(today)} height={height} look="today" />
          </>
        )}
      </svg>
    </div>
  );
}

/** A line down the picture; the day that is looked at has a handle. */
export const DayLine = ({ at, height, look }: { at: number; height: number; look?: 'today' | 'on' }) => (
  <>
    <line className={s.line} data-look={look} x1={at} x2={at} y1={axis} y2={height} />
    {look === 'on' && <circle className={s.handle} cx={at} cy={axis} r="4" />}
  </>
);

/** Days beside each other, with their name where it fits. */
export function DayBar({
  x,
  span: { from, until },
  y,
  look,
  title,
  children,
}: {
  x: Scale;
  span: { from: string; until: string };
  y: number;
  look?: 'good' | 'bad' | undefined;
  title?: string;
  children: string;
}) {
  const left = x(from);
  const width = Math.max(2, x(until) - left - 1);
  return (
    <g className={s.span} data-look={look}>
      {title && <title>{title}</title>}
      <rect x={left} y={y} width={width} height={24} rx="3" />
      {width > children.length * 7 + 12 && (
        <text x={left + 6} y={y + 16}>
          {children}
        </text>
      )}
    </g>
  );
}

/** First days of months, as many as there is room for. */
function ticksOf(from: string, until: string, room: number): string[] {
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

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);
