import { Accordion, Card } from '@mantine/core';
import type { Policy, PolicyOnDate, PolicyTimeline } from '../../../api/client.js';
import { useQuestions } from '../../../api/questions.js';
import { AnswerList, answerText, byQid } from '../../../parts/answer-list.js';
import { Badge } from '../../../parts/badge.js';
import { Empty, Section, Tiles } from '../../../parts/page.js';
import { PlainTable } from '../../../parts/plain-table.js';
import { Loaded } from '../../../parts/states.js';
import { Money } from '../../../parts/values.js';
import { day, money, number } from '../../../texts/formats.js';
import { t } from '../../../texts/texts.js';
import { DayChoice, useDay } from '../day-choice.js';
import { groupsOf } from '../timeline/coverages.js';
import { useTimeline } from '../timeline/use-timeline.js';
import { type Insured, type InsuredUnit, insuredOf, type UnitCoverage } from './insured-units.js';
import s from './risk.module.css';

/** As high as a window, so that what is below does not jump when the cards come. */
const linesMeanwhile = 18;

/** What a policy insures on a day: its vehicles, drivers or locations with their coverages. */
export function RiskTab({ policy }: { policy: Policy }) {
  const now = useTimeline(policy.id, {});
  return (
    <Loaded query={now} lines={linesMeanwhile}>
      {(found) => <Risk policy={policy} now={found} />}
    </Loaded>
  );
}

function Risk({ policy, now }: { policy: Policy; now: PolicyTimeline }) {
  const [on, show] = useDay(now.effectiveOn);
  const then = useTimeline(policy.id, on === now.effectiveOn ? {} : { effectiveOn: on });
  return (
    <>
      <DayChoice policy={policy} timeline={now} on={on} show={show} />
      <Loaded query={then} lines={linesMeanwhile}>
        {({ policy: onDay, effectiveOn }) =>
          onDay === null ? (
            <Empty>{t('policies.notBegun')}</Empty>
          ) : (
            // The day of what is shown, while that of another day is read.
            <OnDay policy={policy} onDay={onDay} on={effectiveOn} />
          )
        }
      </Loaded>
    </>
  );
}

function OnDay({ policy, onDay, on }: { policy: Policy; onDay: PolicyOnDate; on: string }) {
  const { answers } = onDay;
  const questions = useQuestions(policy.productId, answers);
  return (
    <Loaded query={questions} lines={linesMeanwhile}>
      {(asked) => {
        const known = byQid(asked);
        const insured = insuredOf(answers, groupsOf(onDay.policyContract), known);
        return (
          <>
            <p className={s.summary} role="status">
              <Badge tone={onDay.inForce ? 'good' : 'bad'}>
                {t(onDay.inForce ? 'policies.coveredOn' : 'policies.notCoveredOn', { date: day(on) })}
              </Badge>{' '}
              <span className="quiet">{t('policies.wholeTerm', { premium: money(onDay.termPremium) })}</span>
            </p>
            {insured.loops.map(({ qid, title, units }) => (
              <Section key={qid} title={`${title} · ${number(units.length)}`}>
                <Tiles least={400} gap={12}>
                  {units.map((unit) => (
                    <UnitCard key={unit.id} unit={unit} known={known} names={insured.names} />
                  ))}
                </Tiles>
              </Section>
            ))}
            {insured.policy.length > 0 && (
              <Section title={t('policies.wholePolicy')}>
                <Card withBorder>
                  <CoverageTable label={t('policies.wholePolicy')} coverages={insured.policy} />
                </Card>
              </Section>
            )}
            <Accordion variant="contained">
              <Accordion.Item value="answers">
                <Accordion.Control>{t('policies.allAnswers')}</Accordion.Control>
                <Accordion.Panel>
                  <AnswerList
                    answers={Object.fromEntries(
                      Object.entries(answers).filter(([, { type }]) => type === 'ANSWER'),
                    )}
                    questions={asked}
                  />
                </Accordion.Panel>
              </Accordion.Item>
            </Accordion>
          </>
        );
      }}
    </Loaded>
  );
}

/** So many answers are shown before the others are asked for. */
const firstAnswers = 6;

function UnitCard({
  unit: { name, answers, coverages },
  known,
  names,
}: {
  unit: InsuredUnit;
  known: ReturnType<typeof byQid>;
  names: Insured['names'];
}) {
  const premium = coverages.reduce((sum, each) => sum + (each.premium ?? 0), 0);
  const order = [...known.keys()];
  const facts = Object.values(answers)
    .filter(({ answer }) => answer !== '')
    .sort((a, b) => order.indexOf(a.qid) - order.indexOf(b.qid))
    .map(({ qid, answer }) => {
      const question = known.get(qid);
      return [question?.question ?? qid, names.get(answer) ?? answerText(answer, question)] as const;
    })
    // What its name says is not repeated.
    .filter(([, text]) => !name.includes(text));
  return (
    <Card withBorder className={s.card}>
      <div className={s.head}>
        <h3>{name}</h3>
        {coverages.length > 0 && <strong className="numbers">{money(premium)}</strong>}
      </div>
      {coverages.length > 0 && <CoverageTable label={name} coverages={coverages} />}
      <Answers facts={facts.slice(0, firstAnswers)} />
      {facts.length > firstAnswers && (
        <details className={s.more}>
          <summary>{t('policies.moreAnswers', { n: facts.length - firstAnswers })}</summary>
          <Answers facts={facts.slice(firstAnswers)} />
        </details>
      )}
    </Card>
  );
}

function Answers({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className={s.answers}>
      {facts.map(([what, answer]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
  );
}

function CoverageTable({ label, coverages }: { label: string; coverages: readonly UnitCoverage[] }) {
  return (
    <PlainTable
      label={t('policies.coveragesOf', { name: label })}
      isSmall
      hidesHead
      head={[t('policies.coverage'), t('policies.limits'), t('policies.premium')]}
      rows={coverages.map(({ key, title, limits, premium }) => ({
        key,
        name: title,
        cells: [
          <span key="limits" className="quiet">
            {limits.join(' · ')}
          </span>,
          premium === undefined ? '' : <Money key="premium" amount={premium} />,
        ],
      }))}
    />
  );
}
