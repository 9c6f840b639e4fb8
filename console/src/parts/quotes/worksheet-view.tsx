import { useState } from 'react';
import { ioi, NotFoundError, type Question, type Quote } from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { useQuestions } from '../../api/questions.js';
import { t, word } from '../../texts/texts.js';
import { byQid, namesOfIterations } from '../answer-list.js';
import { Badge } from '../badge.js';
import { Button } from '../button.js';
import { SearchField } from '../field.js';
import { text, useFilters } from '../filters.js';
import { Empty } from '../page.js';
import { Loaded } from '../states.js';
import { Money } from '../values.js';
import s from './worksheet.module.css';
import {
  type Branch,
  branchesOf,
  inputTitle,
  type NumberedStep,
  shownValue,
  type Worksheet,
} from './worksheet-tree.js';

const filters = { find: text };

/** Every step of a quote's rating, by section, with what each one read and the row of the table that it hit. */
export function WorksheetView({ quote }: { quote: Quote }) {
  const { requestId } = quote;
  const [{ find = '' }, change] = useFilters(filters);
  const questions = useQuestions(quote.lineId, quote.quoteIntake).data ?? noQuestions;
  const worksheet = useRead(
    ['quotes', requestId, 'worksheet'],
    (signal) => readWorksheet(requestId, signal),
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return (
    <Loaded query={worksheet}>
      {(found) =>
        found === 'NONE' ? (
          <Empty>{t('quotes.noWorksheet')}</Empty>
        ) : (
          <>
            <SearchField
              label={t('quotes.find')}
              hint={t('quotes.findHint')}
              value={find}
              onValue={(value) => change({ find: value })}
            />
            <Tree worksheet={found} find={find} words={wordsOf(questions)} />
            <p className="quiet">
              {t('quotes.version', { version: found.productVersion })} · SHA-256{' '}
              <code className={s.hash}>{found.contentHash}</code>
            </p>
          </>
        )
      }
    </Loaded>
  );
}

const noQuestions: readonly Question[] = [];

/** What people call the questions and iterations of a worksheet. */
interface Words {
  questionOf: (qid: string) => string | undefined;
  /** Of an iteration's id; undefined for anything else. */
  nameOf: (value: string | boolean | null) => string | undefined;
}

function wordsOf(questions: readonly Question[]): Words {
  const known = byQid(questions);
  const names = namesOfIterations(questions);
  return {
    questionOf: (qid) => known.get(qid)?.question,
    nameOf: (value) => (typeof value === 'string' ? names.get(value) : undefined),
  };
}

async function readWorksheet(quoteId: string, signal: AbortSignal): Promise<Worksheet | 'NONE'> {
  try {
    return (await ioi.documents.worksheet(quoteId, { signal })) as unknown as Worksheet;
  } catch (error) {
    if (error instanceof NotFoundError) return 'NONE';
    throw error;
  }
}

function Tree({ worksheet, find, words }: { worksheet: Worksheet; find: string; words: Words }) {
  const branches = branchesOf(worksheet, find);
  const count = branches.reduce((sum, { steps }) => sum + steps.length, 0);
  return (
    <>
      <p className="quiet" role="status">
        {t('quotes.steps', { n: count })}
      </p>
      {count === 0 && <Empty>{t('quotes.noSteps')}</Empty>}
      <div className={s.tree}>
        {branches.map((branch) => (
          // Opened anew by a search.
          <BranchView key={`${branch.key} ${find}`} branch={branch} words={words} opened={find !== ''} />
        ))}
      </div>
    </>
  );
}

/** As many steps are shown at first; loops can have thousands. */
const atFirst = 100;

function BranchView({ branch, words, opened }: { branch: Branch; words: Words; opened: boolean }) {
  const [isOpen, setOpen] = useState(opened);
  const [most, setMost] = useState(atFirst);
  const { title, amount, steps } = branch;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{title}</strong>
        <span className="quiet">{t('quotes.steps', { n: steps.length })}</span>
        {amount !== undefined && (
          <span className={s.amount}>
            <Money amount={amount} />
          </span>
        )}
      </summary>
      {isOpen && (
        <ol>
          {steps.slice(0, most).map((step) => (
            <StepView key={step.number} step={step} words={words} />
          ))}
        </ol>
      )}
      {isOpen && steps.length > most && (
        <Button onClick={() => setMost(most * 10)}>
          {t('quotes.moreSteps', { n: steps.length - most })}
        </Button>
      )}
    </details>
  );
}

function StepView({ step, words }: { step: NumberedStep; words: Words }) {
  const { table, row, column, inputs, before, after, iterationId, within = [] } = step;
  const iteration = iterationId && [...within, iterationId].map((id) => words.nameOf(id) ?? id).join(', ');
  return (
    <li className={s.step}>
      <span className={s.number}>{step.number}</span>
      <div>
        <p>
          <strong>{step.step}</strong> <span className="quiet">{word('stepOp', step.op)}</span>{' '}
          {iteration && <Badge>{iteration}</Badge>}
        </p>
        {table !== undefined && (
          <p>
            <Badge tone="info">
              {t('quotes.tableRow', { table, row: row ?? '–' })}
              {column !== undefined && ` · ${column}`}
            </Badge>
          </p>
        )}
        <p className={s.inputs}>
          {Object.entries(inputs).map(([name, value]) => (
            <span key={name} title={name}>
              {inputTitle(name, words.questionOf)} <b>{words.nameOf(value) ?? shownValue(value)}</b>
            </span>
          ))}
        </p>
      </div>
      <span className={s.amount}>
        {before !== undefined && <span className="quiet">{shownValue(before)} → </span>}
        <strong>{words.nameOf(after) ?? shownValue(after)}</strong>
      </span>
    </li>
  );
}
