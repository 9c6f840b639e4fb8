import type { PolicyTimelineChange } from '../../../api/client.js';
import { addDays, earlierOf } from '../../../api/days.js';
import { type Scale, scaleOf, ticksOf } from '../../../parts/axis.js';
import { Diagram } from '../../../parts/diagram.js';
import { day, money, month } from '../../../texts/formats.js';
import { t, word } from '../../../texts/texts.js';
import { type Span, type Story, storyOf } from './story.js';
import s from './timeline.module.css';

const margin = 12;
const height = 148;
/** Where the lanes begin, and how high their bars are. */
const lane = { axis: 16, terms: 34, cover: 70, changes: 110 };
const bar = 24;
/** A month's name needs so much room. */
const tickRoom = 72;

/**
 * A policy's terms, its days with and without coverage, and its changes, on an axis of days. Changes that were not known at
 * the time that is looked at are only outlined.
 */
export function TimelinePicture({
  all,
  known,
  until,
  on,
  today,
}: {
  all: readonly PolicyTimelineChange[];
  known: readonly PolicyTimelineChange[];
  /** The end of the last term. */
  until: string;
  on: string;
  today: string;
}) {
  const story = storyOf(known, { all, until });
  const from = all.reduce((first, { effectiveDate }) => earlierOf(first, effectiveDate), on);
  return (
    <div className={s.picture}>
      <Diagram title={spoken(story)} height={height}>
        {(width) => {
          const x = scaleOf({ from, until, width, margin });
          return (
            <>
              {ticksOf(from, until, width / tickRoom).map((tick) => (
                <g key={tick} className={s.tick}>
                  <line x1={x(tick)} x2={x(tick)} y1={lane.axis + 6} y2={height} />
                  <text x={Math.max(x(tick), tickRoom / 2)} y={lane.axis - 2}>
                    {month(tick)}
                  </text>
                </g>
              ))}
              {story.terms.map((term, index) => (
                <Bar key={term.from} x={x} span={term} y={lane.terms} look={s.term}>
                  {t('policies.termNumber', { number: index + 1 })}
                </Bar>
              ))}
              {story.covered.map((span) => (
                <Bar key={span.from} x={x} span={span} y={lane.cover} look={s.covered}>
                  {t('policies.covered')}
                </Bar>
              ))}
              {story.uncovered.map((span) => (
                <Bar key={span.from} x={x} span={span} y={lane.cover} look={s.uncovered}>
                  {t('policies.notCovered')}
                </Bar>
              ))}
              {all.map((change) => (
                <Mark
                  key={change.sequence}
                  x={x}
                  change={change}
                  isKnown={known.includes(change)}
                  all={all}
                />
              ))}
              <line className={s.today} x1={x(today)} x2={x(today)} y1={lane.axis + 6} y2={height} />
              <line className={s.on} x1={x(on)} x2={x(on)} y1={lane.axis + 6} y2={height} />
              <circle className={s.handle} cx={x(on)} cy={lane.axis + 6} r="4" />
            </>
          );
        }}
      </Diagram>
    </div>
  );
}

function spoken({ terms, uncovered }: Story): string {
  const lastDay = (until: string) => day(addDays(until, -1));
  const parts = [
    ...terms.map(
      ({ from, until }, index) =>
        `${t('policies.termNumber', { number: index + 1 })}: ${day(from)} – ${day(until)}`,
    ),
    ...uncovered.map(({ from, until }) => `${t('policies.notCovered')}: ${day(from)} – ${lastDay(until)}`),
  ];
  return `${t('policies.timeline')}. ${parts.join('. ')}`;
}

function Bar({
  x,
  span,
  y,
  look,
  children,
}: {
  x: Scale;
  span: Span;
  y: number;
  look: string | undefined;
  children: string;
}) {
  const left = x(span.from);
  const width = Math.max(2, x(span.until) - left - 1);
  const fits = width > children.length * 7 + 12;
  return (
    <g className={look}>
      <rect x={left} y={y} width={width} height={bar} rx="3" />
      {fits && (
        <text x={left + 6} y={y + 16}>
          {children}
        </text>
      )}
    </g>
  );
}

/** Changes of one day stand above each other. */
function Mark({
  x,
  change,
  isKnown,
  all,
}: {
  x: Scale;
  change: PolicyTimelineChange;
  isKnown: boolean;
  all: readonly PolicyTimelineChange[];
}) {
  const { kind, effectiveDate, premiumChange, sequence } = change;
  const before = all.filter(
    (each) => each.effectiveDate === effectiveDate && each.sequence < sequence,
  ).length;
  const at = { cx: x(effectiveDate) + Math.min(before, 4) * 7, cy: lane.changes + 8 };
  return (
    <g className={s.mark} data-kind={kind} data-known={isKnown || undefined}>
      <title>{`${word('policyChange', kind)}, ${day(effectiveDate)}, ${money(premiumChange)}`}</title>
      <line x1={at.cx} x2={at.cx} y1={lane.cover + bar} y2={at.cy} />
      <circle {...at} r="6" />
    </g>
  );
}
