import { Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ProductDisplay } from '../../api/client.js';
import { errorAt } from '../../api/problems.js';
import { questionsOf } from '../../api/questions.js';
import { Button } from '../../parts/button.js';
import { DateField } from '../../parts/date-field.js';
import { SelectField } from '../../parts/field.js';
import { Empty, Section } from '../../parts/page.js';
import { focusFirstError } from '../../parts/questions/focus-error.js';
import { matchingSections, sectionsOf } from '../../parts/questions/form-sections.js';
import { loopsIn, QuestionForm } from '../../parts/questions/question-form.js';
import q from '../../parts/questions/questions.module.css';
import { SectionNav } from '../../parts/questions/section-nav.js';
import { termText } from '../../parts/quotes/term-text.js';
import { Problem, Skeleton } from '../../parts/states.js';
import { may } from '../../session/me.js';
import { t } from '../../texts/texts.js';
import type { Chosen } from './chosen.js';
import { ClientChoice } from './client-choice.js';
import { ClockChoice } from './clock-choice.js';
import type { Change, Draft } from './draft.js';
import { Price } from './price.js';
import { SimilarClients } from './similar-clients.js';
import { useSale } from './use-sale.js';

/** Whom a sale is for, the questions of the product, and what it costs so far. */
export function SellForm({
  display: { lineId, product },
  draft,
  change,
  choose,
  chooseClock,
}: {
  display: ProductDisplay;
  draft: Draft;
  change: Change;
  choose: (client: Chosen) => void;
  chooseClock: (clockId: string | undefined) => void;
}) {
  const { answers, effectiveDate, term } = draft;
  const form = useRef<HTMLFormElement>(null);
  const [sought, setSought] = useState('');
  const questions = questionsOf(product);
  const sale = useSale(lineId, { draft, change, questions }, () => {
    setSought('');
    focusFirstError(form.current);
  });
  const { trial, quote } = sale;
  const terms = trial.data?.terms ?? [];
  const sections = sectionsOf(product, answers);
  const shown = matchingSections(sections, sought);
  return (
    <form
      ref={form}
      className={q.page}
      onSubmit={(event) => {
        event.preventDefault();
        sale.get();
      }}
    >
      <SectionNav sections={sections} sought={sought} onSought={setSought} />
      <Stack gap={24} miw={0}>
        <Section title={t('sell.whoAndWhen')}>
          <div className={q.fields}>
            {may('clients:read') && <ClientChoice draft={draft} choose={choose} />}
            <ClockChoice
              clockId={draft.clockId}
              isBound={draft.clientId !== undefined}
              choose={chooseClock}
            />
            <DateField
              required
              label={t('quotes.effective')}
              value={effectiveDate}
              error={errorAt(quote.error, '/payload/effectiveDate') || undefined}
              onValue={(date) => change((before) => ({ ...before, effectiveDate: date }))}
            />
            {terms.length > 1 && (
              <SelectField
                label={t('quotes.term')}
                value={term ?? terms[0]}
                choices={terms.map((each) => [each, termText(each)] as const)}
                error={errorAt(quote.error, '/payload/term') || undefined}
                onValue={(chosen) => change((before) => ({ ...before, term: chosen }))}
              />
            )}
          </div>
        </Section>
        <QuestionForm
          sections={shown}
          answers={answers}
          loops={loopsIn(questions)}
          errorOf={sale.errorOf}
          change={(to) => change((before) => ({ ...before, answers: to(before.answers) }))}
        />
        {shown.length === 0 && <Empty>{t('endorse.noneFound')}</Empty>}
      </Stack>
      <aside className={q.beside} aria-label={t('sell.price')}>
        <h2>{t('sell.price')}</h2>
        {trial.error && <Problem error={trial.error} retry={() => void trial.refetch()} />}
        {trial.data ? (
          <Price trial={trial.data} isStale={sale.isStale} />
        ) : (
          !trial.error && <Skeleton lines={3} />
        )}
        {sale.isMissing && (
          <p className={q.error} role="alert">
            {t('sell.answerFirst')}
          </p>
        )}
        {quote.error && <Problem error={quote.error} />}
        <Button type="submit" look="main" busy={sale.isBusy}>
          {t('sell.getQuotes')}
        </Button>
        <p className="quiet">{t('sell.kept')}</p>
        {draft.clientId === undefined && may('clients:read') && (
          <SimilarClients draft={draft} choose={choose} />
        )}
      </aside>
    </form>
  );
}
