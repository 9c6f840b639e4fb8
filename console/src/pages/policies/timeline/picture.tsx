import type { PolicyTimelineChange } from '../../../api/client.js';
import { addDays, earlierOf } from '../../../api/days.js';
import { DayBar, DayLine, DayPicture, type Scale } from '../../../parts/day-picture.js';
import { day, money } from '../../../texts/formats.js';
import { t, word } from '../../../texts/texts.js';
import { type Story, storyOf } from './story.js';
import s from './timeline.module.css';

const height = 148;
/** Where the lanes begin. */
const lane = { terms: 34, cover: 70, changes: 110 };

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
    <DayPicture title={spoken(story)} height={height} from={from} until={until} today={today}>
      {(x) => (
        <>
          {story.terms.map((term, index) => (
            <DayBar key={term.from} x={x} span={term} y={lane.terms}>
              {t('policies.termNumber', { number: index + 1 })}
            </DayBar>
          ))}
          {story.covered.map((span) => (
            <DayBar key={span.from} x={x} span={span} y={lane.cover} look="good">
              {t('policies.covered')}
            </DayBar>
          ))}
          {story.uncovered.map((span) => (
            <DayBar key={span.from} x={x} span={span} y={lane.cover} look="bad">
              {t('policies.notCovered')}
            </DayBar>
          ))}
          {all.map((change) => (
            <Mark key={change.sequence} x={x} change={change} isKnown={known.includes(change)} all={all} />
          ))}
          <DayLine at={x(on)} height={height} look="on" />
        </>
      )}
    </DayPicture>
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
      <line x1={at.cx} x2={at.cx} y1={lane.cover + 24} y2={at.cy} />
      <circle {...at} r="6" />
    </g>
  );
}
