import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import s from './diagram.module.css';

/** A picture as wide as its place: `children` draw it for that width, so that texts keep their size. */
export function Diagram({
  title,
  height,
  children,
}: {
  /** What the picture shows, for those who do not see it. A table beside it has the figures. */
  title: string;
  height: number;
  children: (width: number) => ReactNode;
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
  return (
    <div className={s.diagram} ref={frame}>
      <svg height={height} viewBox={`0 0 ${Math.max(width, 1)} ${height}`} aria-labelledby={id}>
        <title id={id}>{title}</title>
        {width > 0 && children(width)}
      </svg>
    </div>
  );
}

/** Round values from 0 to `most` or the next round one above it. */
export function ticks(most: number, count = 4): number[] {
  if (most <= 0) return [0];
  const rough = most / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  // Counts and amounts alike: no less than one.
  const step = Math.max(1, power * ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10));
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}

/** A position for each value: `scale([0, 200], [100, 0])(50)` is 75. */
export function scale(
  [from, to]: [number, number],
  [start, end]: [number, number],
): (value: number) => number {
  const share = (end - start) / (to - from || 1);
  return (value) => start + (value - from) * share;
}

/** Horizontal lines with their values at the left. */
export function ValueAxis({
  at,
  y,
  left,
  right,
  format,
}: {
  at: readonly number[];
  y: (value: number) => number;
  left: number;
  right: number;
  format: (value: number) => string;
}) {
  return at.map((value) => (
    <g key={value}>
      <line className={s.line} x1={left} x2={right} y1={y(value)} y2={y(value)} />
      <text x={left - 8} y={y(value) + 4} textAnchor="end">
        {format(value)}
      </text>
    </g>
  ));
}

export interface Bar {
  label: string;
  value: number;
  /** How much of it is told apart by its color. */
  part?: number;
  /** The list that it counts. */
  to?: string;
}

const [barsHeight, left, bottom] = [220, 72, 24];
const mostBarWidth = 120;

/** Bars from left to right; each links to what it counts. */
export function Bars({
  title,
  bars,
  format,
}: {
  title: string;
  bars: readonly Bar[];
  format: (value: number) => string;
}) {
  const at = ticks(Math.max(...bars.map(({ value }) => value), 0));
  const y = scale([0, at.at(-1) ?? 0], [barsHeight - bottom, 8]);
  return (
    <Diagram title={title} height={barsHeight}>
      {(width) => {
        const x = scale([0, bars.length], [left, width]);
        const step = x(1) - x(0);
        const barWidth = Math.min(step * 0.7, mostBarWidth);
        const every = Math.max(1, Math.ceil(64 / step));
        return (
          <>
            <ValueAxis at={at} y={y} left={left} right={width} format={format} />
            {bars.map(({ label, value, part = 0, to }, index) => {
              const bar = (
                <>
                  <rect
                    className={s.bar}
                    x={x(index) + (step - barWidth) / 2}
                    width={barWidth}
                    y={y(Math.max(value, 0))}
                    height={Math.max(y(0) - y(Math.max(value, 0)), value > 0 ? 1 : 0)}
                    rx={2}
                  />
                  {part > 0 && (
                    <rect
                      className={s.part}
                      x={x(index) + (step - barWidth) / 2}
                      width={barWidth}
                      y={y(part)}
                      height={y(0) - y(part)}
                      rx={2}
                    />
                  )}
                </>
              );
              return (
                <g key={label}>
                  {to ? (
                    <Link href={to} aria-label={`${label}: ${format(value)}`}>
                      {bar}
                    </Link>
                  ) : (
                    bar
                  )}
                  {index % every === 0 && (
                    <text x={x(index) + step / 2} y={barsHeight - 6} textAnchor="middle">
                      {label}
                    </text>
                  )}
                </g>
              );
            })}
          </>
        );
      }}
    </Diagram>
  );
}
