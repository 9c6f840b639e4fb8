import { useState } from 'react';
import { type AnswerEdits, type AnswerMap, ioi, type Policy, type Quote } from '../../../api/client.js';
import { addDays } from '../../../api/days.js';
import { useRead } from '../../../api/queries.js';
import { useQuestions } from '../../../api/questions.js';
import { answerText, byQid, iterationName } from '../../../parts/answer-list.js';
import { ChecksField } from '../../../parts/field.js';
import { loopIn } from '../../../parts/questions/answer-changes.js';
import { t } from '../../../texts/texts.js';

type LoopEdits = Extract<AnswerEdits[string], { type: 'LOOP' }>;

/** One wish: an answer, an iteration that comes or goes, or an answer in one. */
interface Wish {
  key: string;
  edits: AnswerEdits;
  qid?: string;
  loopQid?: string;
  iterationId?: string;
  /** The answer; null: cleared. */
  answer?: string | null;
  becomes?: 'added' | 'removed';
}

/** Edits one by one. */
function wishesIn(edits: AnswerEdits): Wish[] {
  return Object.entries(edits).flatMap(([qid, edit]): Wish[] =>
    edit.type === 'ANSWER'
      ? [{ key: qid, qid, answer: edit.answer, edits: { [qid]: edit } }]
      : wishesOfLoop(qid, edit),
  );
}

function wishesOfLoop(loopQid: string, { added, removed, edited }: LoopEdits): Wish[] {
  const wish = (
    iterationId: string,
    about: Pick<Wish, 'qid' | 'answer' | 'becomes'>,
    change: Partial<LoopEdits>,
  ): Wish => ({
    loopQid,
    iterationId,
    ...about,
    key: [loopQid, iterationId, about.qid].join(' '),
    edits: { [loopQid]: { type: 'LOOP', qid: loopQid, added: [], removed: [], edited: [], ...change } },
  });
  return [
    ...added.map((each) => wish(each.iterationId, { becomes: 'added' }, { added: [each] })),
    ...removed.map((id) => wish(id, { becomes: 'removed' }, { removed: [id] })),
    ...edited.flatMap(({ iterationId, answers, cleared = [] }) => [
      ...Object.entries(answers).map(([qid, answer]) =>
        wish(
          iterationId,
          { qid, answer: answer.answer },
          { edited: [{ iterationId, answers: { [qid]: answer } }] },
        ),
      ),
      ...cleared.map((qid) =>
        wish(iterationId, { qid, answer: null }, { edited: [{ iterationId, answers: {}, cleared: [qid] }] }),
      ),
    ]),
  ];
}

/** The edits of wishes together. */
function editsOf(wishes: readonly Wish[]): AnswerEdits {
  const all: AnswerEdits = {};
  for (const [qid, edit] of wishes.flatMap(({ edits }) => Object.entries(edits))) {
    const known = all[qid];
    all[qid] =
      edit.type === 'LOOP' && known?.type === 'LOOP'
        ? {
            ...known,
            added: [...known.added, ...edit.added],
            removed: [...known.removed, ...edit.removed],
            edited: [...known.edited, ...edit.edited].reduce(withEdit, []),
          }
        : edit;
  }
  return all;
}

/** An iteration is edited once. */
function withEdit(edited: LoopEdits['edited'], edit: LoopEdits['edited'][number]): LoopEdits['edited'] {
  const { iterationId, answers, cleared = [] } = edit;
  const known = edited.find((each) => each.iterationId === iterationId);
  if (known === undefined) return [...edited, edit];
  const both = {
    ...known,
    answers: { ...known.answers, ...answers },
    cleared: [...(known.cleared ?? []), ...cleared],
  };
  return edited.map((each) => (each === known ? both : each));
}

/** The wishes that a renewal was quoted with, the ones of them that the person keeps, and how it is quoted with these. */
export function useWishes(quote: Quote | undefined) {
  const renewal = quote?.metadata.policyRenewal as { edits?: AnswerEdits } | undefined;
  const wishes = wishesIn(renewal?.edits ?? {});
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const kept = wishes.filter(({ key }) => !dropped.includes(key));
  const hasDropped = kept.length < wishes.length;
  return {
    wishes,
    kept: kept.map(({ key }) => key),
    hasDropped,
    // By the quote before, a renewal keeps its wishes; else it has only those that are sent.
    asked: hasDropped ? { edits: editsOf(kept) } : quote && { renewalId: quote.requestId },
    keep: (keys: readonly string[]) =>
      setDropped(wishes.flatMap(({ key }) => (keys.includes(key) ? [] : [key]))),
  };
}

/** What the next term is to have otherwise, each of which can be dropped. */
export function RenewalWishes({
  policy,
  wishes: { wishes, kept, keep },
}: {
  policy: Policy;
  wishes: ReturnType<typeof useWishes>;
}) {
  const effectiveOn = addDays(policy.expirationDate, -1);
  const lastDay = useRead(['policies', policy.id, 'timeline', { effectiveOn }], (signal) =>
    ioi.policies.timeline(policy.id, { effectiveOn }, { signal }),
  );
  const answers = withAdded(lastDay.data?.policy?.answers ?? {}, wishes);
  const questions = useQuestions(policy.productId, answers, lastDay.data !== undefined);
  const known = byQid(questions.data ?? []);
  return (
    <ChecksField
      label={t('policies.wishes')}
      hint={t('policies.wishesSay')}
      values={kept}
      choices={wishes.map((wish) => [wish.key, wishText(wish, { answers, known })] as const)}
      onValues={keep}
    />
  );
}

/** Answers with the iterations that wishes add, so that these have names, too. */
function withAdded(answers: AnswerMap, wishes: readonly Wish[]): AnswerMap {
  const all = { ...answers };
  for (const edit of wishes.flatMap(({ edits }) => Object.values(edits))) {
    if (edit.type === 'LOOP')
      all[edit.qid] = { type: 'LOOP', qid: edit.qid, iterations: [...loopIn(all, edit.qid), ...edit.added] };
  }
  return all;
}

function wishText(
  { qid, loopQid, iterationId = '', answer, becomes }: Wish,
  { answers, known }: { answers: AnswerMap; known: ReturnType<typeof byQid> },
): string {
  const question = qid === undefined ? undefined : known.get(qid);
  const iteration = loopQid && iterationName(answers, { loopQid, iterationId }, known);
  const place = [iteration, question?.question ?? qid].filter(Boolean).join(' · ');
  const told =
    becomes === 'added'
      ? t('policies.iterationAdded')
      : becomes === 'removed'
        ? t('policies.iterationRemoved')
        : answer
          ? answerText(answer, question)
          : t('policies.noAnswer');
  return `${place}: ${told}`;
}
