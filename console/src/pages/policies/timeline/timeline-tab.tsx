import type { Policy, PolicyTimeline } from '../../../api/client.js';
import { addDays, dateOf, dayNumber } from '../../../api/days.js';
import { date, text, useFilters } from '../../../parts/filters.js';
import { Section, Tiles } from '../../../parts/page.js';
import { SlideField } from '../../../parts/slide-field.js';
import { Loaded } from '../../../parts/states.js';
import { day, time } from '../../../texts/formats.js';
import { t } from '../../../texts/texts.js';
import { DayChoice } from '../day-choice.js';
import { Changes } from './changes.js';
import { TimelinePicture } from './picture.js';
import { ThenAndNow } from './then-and-now.js';
import { useTimeline } from './use-timeline.js';
import { WhatComes } from './what-comes.js';

const filters = { on: date, known: text };

/** A policy on a day, as known at a time, beside the policy of today. */
export function TimelineTab({ policy }: { policy: Policy }) {
  const now = useTimeline(policy.id, {});
  return (
    <Loaded query={now} lines={18}>
      {(found) => <Timeline policy={policy} now={found} />}
    </Loaded>
  );
}

function Timeline({ policy, now }: { policy: Policy; now: PolicyTimeline }) {
  const [{ on = now.effectiveOn, known }, change] = useFilters(filters);
  const moments = momentsOf(now);
  const at = known === undefined ? moments.length - 1 : moments.findLastIndex((each) => each <= known);
  const moment = at === moments.length - 1 ? undefined : moments[Math.max(0, at)];
  // The service knows times more exactly than it says.
  const knownAt = moment && new Date(Date.parse(moment) + 1).toISOString();
  const isNow = on === now.effectiveOn && knownAt === undefined;
  const then = useTimeline(policy.id, isNow ? {} : { effectiveOn: on, ...(knownAt && { knownAt }) });
  const first = now.changes[0]?.effectiveDate ?? policy.effectiveDate;
  const until = policy.expirationDate;
  const last = now.effectiveOn > until ? now.effectiveOn : addDays(until, -1);
  const show = (values: { on?: string; known?: string }) => change(values);
  return (
    <>
      <DayChoice
        policy={policy}
        timeline={now}
        on={on}
        show={(day) => show({ on: day === now.effectiveOn ? '' : day })}
      />
      <Loaded query={then}>
        {({ changes }) => (
          <TimelinePicture
            all={now.changes}
            known={now.changes.filter(({ sequence }) => changes.some((each) => each.sequence === sequence))}
            until={until}
            on={on}
            today={now.effectiveOn}
          />
        )}
      </Loaded>
      <Tiles least={280} gap={24} isWhole>
        <SlideField
          label={t('policies.asOf')}
          from={dayNumber(first)}
          to={dayNumber(last)}
          value={dayNumber(on)}
          words={(number) => day(dateOf(number))}
          onValue={(number) => show({ on: dateOf(number) === now.effectiveOn ? '' : dateOf(number) })}
        />
        <SlideField
          label={t('policies.asKnown')}
          from={0}
          to={moments.length - 1}
          value={Math.max(0, at)}
          words={(index) =>
            index === moments.length - 1 ? t('policies.knownNow') : time(moments[index] ?? '')
          }
          onValue={(index) => show({ known: index === moments.length - 1 ? '' : (moments[index] ?? '') })}
        />
      </Tiles>
      <Loaded query={then}>
        {(found) => (
          <>
            <Section title={t('policies.thenAndNow')}>
              <ThenAndNow then={found} now={now} />
            </Section>
            <Section title={t('policies.changes')}>
              <Changes all={now.changes} known={found.changes} show={(day) => show({ on: day })} />
            </Section>
          </>
        )}
      </Loaded>
      <WhatComes policyId={policy.id} />
    </>
  );
}

/** When something was recorded, and now, which is the last. */
function momentsOf({ changes, knownAt }: PolicyTimeline): string[] {
  return [...new Set(changes.map(({ recordedTimestamp }) => recordedTimestamp)), knownAt].toSorted();
}
