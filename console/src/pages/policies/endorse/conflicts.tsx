import { Group, Stack } from '@mantine/core';
import { useId } from 'react';
import {
  type AnswerMap,
  type ConflictChoice,
  type EditConflict,
  ioi,
  type Policy,
} from '../../../api/client.js';
import { useRead } from '../../../api/queries.js';
import { useQuestions } from '../../../api/questions.js';
import { answerText, byQid, iterationName } from '../../../parts/answer-list.js';
import { Button } from '../../../parts/button.js';
import { loopIn } from '../../../parts/questions/answer-changes.js';
import { day } from '../../../texts/formats.js';
import { t } from '../../../texts/texts.js';
import s from './endorse.module.css';

/** What a person chose where a change meets later ones: of single cells, else of all. */
export interface Choices {
  onConflict?: ConflictChoice;
  conflictChoices?: (Cell & { choice: ConflictChoice })[];
}

type Cell = Pick<EditConflict, 'qid' | 'loopQid' | 'iterationId'>;
type Known = ReturnType<typeof byQid>;

const keyOf = ({ qid = '', loopQid = '', iterationId = '' }: Cell) => `${loopQid} ${iterationId} ${qid}`;

function choiceOf({ onConflict = 'KEEP_LATER', conflictChoices = [] }: Choices, cell: Cell): ConflictChoice {
  return conflictChoices.find((each) => keyOf(each) === keyOf(cell))?.choice ?? onConflict;
}

function withChoice(choices: Choices, { qid, loopQid, iterationId }: Cell, choice: ConflictChoice): Choices {
  const cell = { ...(qid && { qid }), ...(loopQid && { loopQid }), ...(iterationId && { iterationId }) };
  const others = (choices.conflictChoices ?? []).filter((each) => keyOf(each) !== keyOf(cell));
  return { ...choices, conflictChoices: [...others, { ...cell, choice }] };
}

/** Where a change edits what takes effect otherwise on a later day, side by side, with the choice of what holds then. */
export function Conflicts({
  policy,
  conflicts,
  before,
  after,
  choices,
  choose,
}: {
  policy: Policy;
  conflicts: readonly EditConflict[];
  /** The answers of the change's day without it. */
  before: AnswerMap;
  /** The same with it. */
  after: AnswerMap;
  choices: Choices;
  choose: (choices: Choices) => void;
}) {
  const questions = useQuestions(policy.productId, before, conflicts.length > 0);
  const known = byQid(questions.data ?? []);
  if (conflicts.length === 0) return null;
  const atCell = (cell: Cell) => conflicts.filter((each) => keyOf(each) === keyOf(cell));
  const cells = conflicts.filter((each) => atCell(each)[0] === each);
  return (
    <Stack component="section" gap={12} aria-label={t('policies.conflicts')}>
      <h2>{t('policies.conflicts')}</h2>
      <p>{t('policies.conflictsSay')}</p>
      {cells.length > 1 && (
        <Group gap={8} align="stretch">
          <Button onClick={() => choose({ onConflict: 'KEEP_LATER' })}>{t('policies.keepAllLater')}</Button>
          <Button onClick={() => choose({ onConflict: 'APPLY_THROUGHOUT' })}>
            {t('policies.applyAllThroughout')}
          </Button>
        </Group>
      )}
      {cells.map((cell) => (
        <CellChoice
          key={keyOf(cell)}
          policyId={policy.id}
          own={cell}
          later={atCell(cell)}
          {...{ known, before, after }}
          choice={choiceOf(choices, cell)}
          choose={(choice) => choose(withChoice(choices, cell, choice))}
        />
      ))}
    </Stack>
  );
}

/** One answer, or one iteration of a loop: this change on the one side, on the other those of later days. */
function CellChoice({
  policyId,
  own: { qid, loopQid, iterationId, effectiveDate, value },
  later: conflicts,
  known,
  before,
  after,
  choice,
  choose,
}: {
  policyId: string;
  own: EditConflict;
  later: readonly EditConflict[];
  known: Known;
  before: AnswerMap;
  after: AnswerMap;
  choice: ConflictChoice;
  choose: (choice: ConflictChoice) => void;
}) {
  const name = useId();
  const question = qid === undefined ? undefined : (known.get(qid)?.question ?? qid);
  const iteration =
    loopQid === undefined
      ? undefined
      : iterationName(before, { loopQid, iterationId: iterationId ?? '' }, known);
  const isThere = loopIn(after, loopQid ?? '').some((each) => each.iterationId === iterationId);
  const isOfLoop = loopQid !== undefined;
  return (
    <fieldset className={s.conflict}>
      <legend>{[iteration, question].filter(Boolean).join(' · ')}</legend>
      <label>
        <input
          type="radio"
          name={name}
          checked={choice === 'KEEP_LATER'}
          onChange={() => choose('KEEP_LATER')}
        />
        <span>
          {t('policies.keepLater')}
          {conflicts.map((later) => (
            <span key={later.laterEffectiveDate} className={s.valueFrom}>
              {t('policies.valueFrom', { date: day(later.laterEffectiveDate) })}{' '}
              <strong>
                {later.laterValue === null && isOfLoop ? (
                  <Gone policyId={policyId} conflict={later} />
                ) : (
                  valueText(later.laterValue, { qid, known, answers: before })
                )}
              </strong>
            </span>
          ))}
        </span>
      </label>
      <label>
        <input
          type="radio"
          name={name}
          checked={choice === 'APPLY_THROUGHOUT'}
          onChange={() => choose('APPLY_THROUGHOUT')}
        />
        <span>
          {t('policies.applyThroughout')}
          <span className={s.valueFrom}>
            {t('policies.valueFrom', { date: day(effectiveDate) })}{' '}
            <strong>
              {isOfLoop && !isThere
                ? t('policies.iterationRemoved')
                : valueText(value, { qid, known, answers: after })}
            </strong>
          </span>
        </span>
      </label>
    </fieldset>
  );
}

/** Where a later change has no answer: it has removed the iteration, or cleared the question. */
function Gone({ policyId, conflict }: { policyId: string; conflict: EditConflict }) {
  const { loopQid = '', iterationId, laterEffectiveDate: effectiveOn } = conflict;
  const later = useRead(['policies', policyId, 'timeline', { effectiveOn }], (signal) =>
    ioi.policies.timeline(policyId, { effectiveOn }, { signal }),
  );
  if (later.data === undefined) return '…';
  const isThere = loopIn(later.data.policy?.answers ?? {}, loopQid).some(
    (each) => each.iterationId === iterationId,
  );
  return t(isThere ? 'policies.noAnswer' : 'policies.iterationRemoved');
}

/** An answer in words: that of a choice, or the name of the iteration that it names. */
export function valueText(
  value: string | null,
  { qid = '', known, answers }: { qid: string | undefined; known: Known; answers: AnswerMap },
): string {
  const question = known.get(qid);
  if (value === null || value === '') return t('policies.noAnswer');
  const loopQid = question?.iterationOf;
  return loopQid === undefined
    ? answerText(value, question)
    : iterationName(answers, { loopQid, iterationId: value }, known);
}
