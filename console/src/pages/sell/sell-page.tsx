import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ioi } from '../../api/client.js';
import { useKept, useRead } from '../../api/queries.js';
import { questionsOf } from '../../api/questions.js';
import { Button } from '../../parts/button.js';
import { DraftBar, DraftElsewhere } from '../../parts/drafts/draft-bar.js';
import { useDraft, useStoredDraft } from '../../parts/drafts/use-draft.js';
import { HoldBanner } from '../../parts/holds.js';
import { Notice } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { withLeastIterations } from '../../parts/questions/answer-changes.js';
import { Loaded, Problem } from '../../parts/states.js';
import { useSettled } from '../../parts/use-settled.js';
import { t } from '../../texts/texts.js';
import { useChosenClient, useChosenClock } from './chosen.js';
import { type Draft, saleRules } from './draft.js';
import { SellForm } from './sell-form.js';

const questionsPauseMs = 120;

/** A product's questions as a form, with what it would cost beside it. What is entered is kept as a draft. */
export function SellPage({ productId }: { productId: string }) {
  const stored = useStoredDraft({ kind: 'SALE', subjectId: productId });
  return (
    <Loaded query={stored} lines={10}>
      {(draft) => <Sale productId={productId} stored={draft} />}
    </Loaded>
  );
}

type Stored = NonNullable<ReturnType<typeof useStoredDraft>['data']>;

function Sale({ productId, stored }: { productId: string; stored: Stored }) {
  const kept = useDraft<Draft>(stored, saleRules);
  const { content: draft, change } = kept;
  const asked = useSettled(draft.answers, questionsPauseMs);
  const questions = useKept(
    useRead(
      ['products', productId, 'questions', asked],
      (signal) => ioi.products.questions(productId, { answers: asked }, { signal }),
      { placeholderData: keepPreviousData, gcTime: 60_000 },
    ),
  );
  const choose = useChosenClient(productId, draft, change);
  const chooseClock = useChosenClock(draft, change);
  useEffect(() => {
    if (!questions.data || questions.isPlaceholderData) return;
    const all = questionsOf(questions.data.product);
    change((before) => {
      const answers = withLeastIterations(before.answers, all);
      return answers === before.answers ? before : { ...before, answers };
    });
  }, [questions.data, questions.isPlaceholderData, change]);
  const { other } = choose;
  return (
    <Page
      title={questions.data?.lineName ?? t('sell.title')}
      actions={<DraftBar draft={kept} action={t('sell.clear')} asks={t('sell.discardAsks')} />}
    >
      <HoldBanner of={{ lineId: productId }} />
      <DraftElsewhere draft={kept} />
      {other !== undefined && (
        <Notice
          actions={<Button onClick={() => choose.mutate({ clientId: other })}>{t('sell.takeChosen')}</Button>}
        >
          {t('sell.draftOfOther', { name: saleRules.aboutOf(draft).title ?? t('clients.noName') })}
        </Notice>
      )}
      {choose.error && <Problem error={choose.error} />}
      {chooseClock.error && <Problem error={chooseClock.error} />}
      <Loaded query={questions} lines={10}>
        {(display) => (
          <SellForm {...{ display, draft, change, choose: choose.mutate, chooseClock: chooseClock.mutate }} />
        )}
      </Loaded>
    </Page>
  );
}
