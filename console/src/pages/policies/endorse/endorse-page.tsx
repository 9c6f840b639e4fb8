import { Stack } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { answerErrors } from '../../../api/answer-errors.js';
import { type AnswerEdits, type AnswerMap, type Draft, ioi } from '../../../api/client.js';
import { laterOf } from '../../../api/days.js';
import { useFire } from '../../../api/fire.js';
import { errorAt } from '../../../api/problems.js';
import { useKept, useRead } from '../../../api/queries.js';
import { questionsOf, useQuestions } from '../../../api/questions.js';
import { byQid } from '../../../parts/answer-list.js';
import { Button, ButtonLink } from '../../../parts/button.js';
import { sumOf } from '../../../parts/cents.js';
import { DraftBar, DraftElsewhere } from '../../../parts/drafts/draft-bar.js';
import { useDraft, useStoredDraft } from '../../../parts/drafts/use-draft.js';
import { TextField } from '../../../parts/field.js';
import { HoldBanner } from '../../../parts/holds.js';
import { Empty, Page, Tiles } from '../../../parts/page.js';
import { answerAt } from '../../../parts/questions/answer-changes.js';
import { focusFirstError } from '../../../parts/questions/focus-error.js';
import { matchingSections, sectionsOf } from '../../../parts/questions/form-sections.js';
import { loopsIn, QuestionForm } from '../../../parts/questions/question-form.js';
import q from '../../../parts/questions/questions.module.css';
import { SectionNav } from '../../../parts/questions/section-nav.js';
import { Loaded, Problem } from '../../../parts/states.js';
import { useSettled } from '../../../parts/use-settled.js';
import { money } from '../../../texts/formats.js';
import { t } from '../../../texts/texts.js';
import { mayEndorse } from '../actions/standing.js';
import { type PolicyRecord, usePolicy } from '../record.js';
import { editsBetween, withEdits } from './answer-edits.js';
import { ChangeList } from './change-list.js';
import { type Choices, Conflicts } from './conflicts.js';
import { DayChoice } from './day-choice.js';
import { useEndorsementPrice } from './endorsement-price.js';
import { changesOf } from './list-changes.js';
import { PricePanel } from './price-panel.js';

interface Entered {
  effectiveDate: string;
  edits: AnswerEdits;
  choices: Choices;
  label: string;
}

const none: AnswerMap = {};
const questionsPauseMs = 200;

/** Changes answers of a policy from a day on, with the price beside them. What is entered is kept until it is sent. */
export function EndorsePage({ policyId }: { policyId: string }) {
  const policy = usePolicy(policyId);
  const stored = useStoredDraft({ kind: 'ENDORSEMENT', subjectId: policyId });
  return (
    <Loaded query={policy}>
      {(record) =>
        mayEndorse(record) ? (
          <Loaded query={stored} lines={10}>
            {(draft) => <Endorsement record={record} stored={draft} />}
          </Loaded>
        ) : (
          <Page title={t('policies.endorse')}>
            <Empty action={<ButtonLink to={`/policies/${policyId}`}>{t('endorse.back')}</ButtonLink>}>
              {t('endorse.notNow')}
            </Empty>
          </Page>
        )
      }
    </Loaded>
  );
}

function Endorsement({ record, stored }: { record: PolicyRecord; stored: Draft }) {
  const { policy, today } = record;
  const draft = useDraft<Entered>(stored, {
    empty: () => ({
      effectiveDate: laterOf(today, policy.effectiveDate),
      edits: {},
      choices: {},
      label: '',
    }),
    isEmpty: ({ edits, label }) => Object.keys(edits).length === 0 && label === '',
    aboutOf: () => ({ title: `${policy.policyMeta.insuredName ?? ''} ${policy.policyNumber}`.trim() }),
  });
  const { effectiveDate, edits, choices, label } = draft.content;
  const { change } = draft;
  const set = (to: Partial<Entered>) => change((before) => ({ ...before, ...to }));
  const [sought, setSought] = useState('');
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [, go] = useLocation();
  const known = useKept(
    useRead(
      ['policies', policy.id, 'timeline', { effectiveOn: effectiveDate }],
      (signal) => ioi.policies.timeline(policy.id, { effectiveOn: effectiveDate }, { signal }),
      { enabled: effectiveDate !== '', placeholderData: keepPreviousData },
    ),
  );
  const before = known.data?.policy?.answers ?? none;
  const answers = useMemo(() => withEdits(before, edits), [before, edits]);
  const changed = useMemo(() => ({ effectiveDate, edits, ...choices }), [effectiveDate, edits, choices]);
  const price = useEndorsementPrice(policy, changed);
  const { current } = price;
  const asked = useSettled(answers, questionsPauseMs);
  const questions = useKept(
    useRead(
      ['products', policy.productId, 'questions', asked],
      (signal) => ioi.products.questions(policy.productId, { answers: asked }, { signal }),
      { placeholderData: keepPreviousData, enabled: known.data !== undefined },
    ),
  );
  const earlier = useQuestions(policy.productId, before, known.data !== undefined);
  const due = current?.change && sumOf([current.change.premium, current.change.taxesAndFees]);
  const isMissing = current?.quote.messages.some(({ code }) => code === 'MISSING_ANSWER') ?? false;
  const fire = useFire('POLICY_ENDORSE', {
    done: () => t('policies.endorsed', { amount: money(due ?? 0) }),
    then: () => {
      void draft.discard();
      go(`/policies/${policy.id}`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    // Once the errors are shown.
    if (!current?.quote.bindable || price.isPricing) {
      setTimeout(() => focusFirstError(form.current));
      return;
    }
    fire.mutate({
      lineId: policy.productId,
      payload: {
        policyId: policy.id,
        quoteId: current.quote.requestId,
        effectiveDate,
        ...(label.trim() && { label: label.trim() }),
      },
    });
  };
  return (
    <Page
      title={t('endorse.title', { name: policy.policyMeta.insuredName ?? policy.policyNumber })}
      beside={<span className="quiet numbers">{policy.policyNumber}</span>}
      actions={
        <>
          <DraftBar draft={draft} action={t('endorse.discard')} asks={t('endorse.discardAsks')} />
          <ButtonLink to={`/policies/${policy.id}`}>{t('endorse.back')}</ButtonLink>
        </>
      }
    >
      <HoldBanner of={{ policyId: policy.id }} />
      <DraftElsewhere draft={draft} />
      <Loaded query={known} lines={10}>
        {() => (
          <Loaded query={questions} lines={10}>
            {({ product }) => {
              const all = questionsOf(product);
              const asking = byQid(all);
              const sections = sectionsOf(product, answers);
              const shown = matchingSections(sections, sought);
              const messages = current?.quote.messages ?? [];
              const changes = changesOf(edits, {
                before,
                after: answers,
                known: asking,
                knownBefore: earlier.data ? byQid(earlier.data) : asking,
              });
              return (
                <form ref={form} className={q.page} onSubmit={submit}>
                  <SectionNav sections={sections} sought={sought} onSought={setSought} />
                  <Stack gap={24} miw={0}>
                    <Tiles least={240} isWhole>
                      <DayChoice
                        record={record}
                        value={effectiveDate}
                        error={
                          errorAt(fire.error, '/payload/effectiveDate') ||
                          errorAt(price.error, '/payload/effectiveDate')
                        }
                        onValue={(date) => set({ effectiveDate: date })}
                      />
                      <TextField
                        label={t('policies.label')}
                        maxLength={255}
                        value={label}
                        onValue={(text) => set({ label: text })}
                      />
                    </Tiles>
                    <Conflicts
                      policy={policy}
                      conflicts={price.conflicts}
                      before={before}
                      after={answers}
                      choices={choices}
                      choose={(to) => set({ choices: to })}
                    />
                    <QuestionForm
                      sections={shown}
                      answers={answers}
                      loops={loopsIn(all)}
                      isFolded={sought === ''}
                      // What is empty is not wrong yet.
                      errorOf={(place) =>
                        isTried || answerAt(answers, place) !== undefined
                          ? answerErrors(messages, place, asking)
                          : ''
                      }
                      change={(to) =>
                        change((latest) => ({
                          ...latest,
                          edits: editsBetween(before, to(withEdits(before, latest.edits))),
                        }))
                      }
                    />
                    {shown.length === 0 && <Empty>{t('endorse.noneFound')}</Empty>}
                  </Stack>
                  <aside className={q.beside} aria-label={t('sell.price')}>
                    <ChangeList changes={changes} edits={edits} set={(to) => set({ edits: to })} />
                    <PricePanel
                      price={price}
                      hasChanges={changes.length > 0}
                      questions={all}
                      before={known.data?.policy?.policyContract.coverageTypes ?? []}
                    />
                    {fire.error && errorAt(fire.error, '/payload/effectiveDate') === '' && (
                      <Problem error={fire.error} />
                    )}
                    <Button
                      type="submit"
                      look="main"
                      busy={fire.isPending}
                      disabled={
                        changes.length === 0 ||
                        price.isPricing ||
                        (current?.quote.bindable !== true && !isMissing)
                      }
                    >
                      {due === undefined
                        ? t('policies.endorse')
                        : t('policies.endorseFor', { amount: money(due) })}
                    </Button>
                  </aside>
                </form>
              );
            }}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
