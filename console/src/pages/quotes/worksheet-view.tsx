import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ioi, NotFoundError, type Quote } from '../../api/client.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { SearchField } from '../../parts/field.js';
import { text, useFilters } from '../../parts/filters.js';
import { Empty } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Money } from '../../parts/values.js';
import { t, word } from '../../texts/texts.js';
import s from './quotes.module.css';
import {
  type Branch,
  branchesOf,
  iterationNames,
  type NumberedStep,
  shownValue,
  type Worksheet,
} from './worksheet-tree.js';

const filters = { find: text };

/** Every step of a quote's rating, by section, with what each one read and the row of the table that it hit. */
export function WorksheetView({ quote }: { quote: Quote }) {
  const { requestId } = quote;
  const [{ find = '' }, change] = useFilters(filters);
  const worksheet = useQuery({
    queryKey: ['quotes', requestId, 'worksheet'],
    queryFn: ({ signal }) => readWorksheet(requestId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
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
            <Tree worksheet={found} find={find} names={iterationNames(quote.quoteIntake)} />
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

async function readWorksheet(quoteId: string, signal: AbortSignal): Promise<Worksheet | 'NONE'> {
  try {
    return (await ioi.documents.worksheet(quoteId, { signal })) as unknown as Worksheet;
  } catch (error) {
    if (error instanceof NotFoundError) return 'NONE';
    throw error;
  }
}

function Tree({
  worksheet,
  find,
  names,
}: {
  worksheet: Worksheet;
  find: string;
  names: Map<string, string>;
}) {
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
          <BranchView key={`${branch.key} ${find}`} branch={branch} names={names} opened={find !== ''} />
        ))}
      </div>
    </>
  );
}

/** As many steps are shown at first; loops can have thousands. */
const atFirst = 100;

function BranchView({
  branch,
  names,
  opened,
}: {
  branch: Branch;
  names: Map<string, string>;
  opened: boolean;
}) {
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
            <StepView key={step.number} step={step} names={names} />
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

function StepView({ step, names }: { step: NumberedStep; names: Map<string, string> }) {
  const { table, row, column, inputs, before, after, iterationId, within = [] } = step;
  const iteration = iterationId && [...within, iterationId].map((id) => names.get(id) ?? id).join(', ');
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
            <span key={name}>
              {name} <b>{shownValue(value)}</b>
            </span>
          ))}
        </p>
      </div>
      <span className={s.amount}>
        {before !== undefined && <span className="quiet">{shownValue(before)} → </span>}
        <strong>{shownValue(after)}</strong>
      </span>
    </li>
  );
}
