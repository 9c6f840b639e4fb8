import { Stack } from '@mantine/core';
import { Link } from 'wouter';
import { ioi, type SimilarDecision } from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { Badge } from '../../parts/badge.js';
import { Panel, Section } from '../../parts/page.js';
import { personOf } from '../../parts/quotes/decision.js';
import { Loaded } from '../../parts/states.js';
import { Moment } from '../../parts/values.js';
import { money } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import s from './queue.module.css';
import { brokenLimit } from './reasons.js';

/** What was decided before on quotes that the same rules referred, newest first. */
export function SimilarDecisions({ quoteId }: { quoteId: string }) {
  const similar = useRead(
    ['quotes', quoteId, 'similar'],
    async (signal) => (await ioi.quotes.listSimilarDecisions(quoteId, {}, { signal })).decisions,
  );
  return (
    <Section title={t('queue.similar')}>
      <Loaded query={similar} lines={4}>
        {(found) =>
          found.length === 0 ? (
            <p className="quiet">{t('queue.noSimilar')}</p>
          ) : (
            <Stack component="ul" gap={8}>
              {found.map((each) => (
                <Similar key={each.requestId} decision={each} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}

function Similar({ decision }: { decision: SimilarDecision }) {
  const { requestId, clientName, isApproved, offer, premium, underwriterNotes, brokenLimits, bound } =
    decision;
  return (
    <li>
      <Panel>
        <p className={s.entryHead}>
          {isApproved ? (
            <Badge tone="good">{t(offer ? 'queue.approvedWithChanges' : 'queue.approved')}</Badge>
          ) : (
            <Badge tone="bad">{t('queue.declined')}</Badge>
          )}
          <Link href={`/quotes/${requestId}`}>{clientName ?? t('clients.noName')}</Link>
          {premium !== undefined && <span className={s.amount}>{money(premium)}</span>}
        </p>
        {brokenLimits.map((limit, index) => (
          <p key={index}>
            {limit.label} <strong className="numbers">{brokenLimit(limit)}</strong>
          </p>
        ))}
        {offer && <p>{termsOf(offer, premium)}</p>}
        {underwriterNotes && <p className={s.text}>{underwriterNotes}</p>}
        <p className="quiet">
          {personOf({ createdBy: decision.decidedBy }).name} · <Moment at={decision.decidedTimestamp} ago />
          {bound && ` · ${t('queue.bound')}`}
        </p>
      </Panel>
    </li>
  );
}

function termsOf(
  { loadingPercent, premium, conditions, answers = {} }: NonNullable<SimilarDecision['offer']>,
  before: number | undefined,
) {
  return [
    loadingPercent !== undefined && `${loadingPercent > 0 ? '+' : ''}${loadingPercent} %`,
    ...Object.values(answers),
    ...conditions,
    premium !== undefined && premium !== before && money(premium),
  ]
    .filter(Boolean)
    .join(' · ');
}
