import { ioi, type PolicyEvent, type Quote, type ResultOf } from '../../../api/client.js';
import { useFire } from '../../../api/fire.js';
import { useRead } from '../../../api/queries.js';
import { Button, ButtonLink } from '../../../parts/button.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { Notice } from '../../../parts/notice.js';
import { Messages, totalOf } from '../../../parts/quotes/coverages.js';
import { quoteStateOf } from '../../../parts/quotes/quote-state.js';
import { priceOf } from '../../../parts/standing.js';
import { Problem, Skeleton } from '../../../parts/states.js';
import { day, money } from '../../../texts/formats.js';
import { t } from '../../../texts/texts.js';
import { eventAbout, type PolicyRecord } from '../record.js';
import s from './actions.module.css';
import { RenewalWishes, useWishes } from './renewal-wishes.js';

interface Renewal {
  quoteId: string;
  /** Whether it is held for the end of the term. */
  isSelected: boolean;
  /** Why the renewal waits for somebody's decision. */
  waits: string | undefined;
}

/** The quote that a policy's renewal was last quoted by. */
export function renewalOf(events: readonly PolicyEvent[]): Renewal | undefined {
  const begun = events.findLastIndex(({ type }) => type === 'POLICY_RENEWED' || type === 'POLICY_ISSUED');
  const current = events.slice(begun + 1);
  const last = current.findLast(({ type }) => type === 'RENEWAL_QUOTED' || type === 'RENEWAL_QUOTE_SELECTED');
  const quoteId = last?.data.quoteId;
  if (typeof quoteId !== 'string') return undefined;
  const referred = current.findLast(({ type }) => type === 'RENEWAL_REFERRED');
  const selected = current.findLastIndex(({ type }) => type === 'RENEWAL_QUOTE_SELECTED');
  const waits = referred && current.indexOf(referred) > selected ? referred.description : undefined;
  const isHeld = last?.type === 'RENEWAL_QUOTE_SELECTED' || last?.data.held === true;
  return { quoteId, isSelected: isHeld && waits === undefined, waits };
}

/** The renewal by what was quoted just now, else by the policy's events. */
function nowQuoted(
  made: ResultOf<'POLICY_RENEWAL_QUOTING'>['metadata'] | undefined,
  renewal: Renewal | undefined,
): Partial<Renewal> & { isAsked: boolean } {
  if (made === undefined) return { ...renewal, isAsked: false };
  const { quoteId = renewal?.quoteId, held, waits, outcome } = made;
  const isAsked = outcome === 'ASKED';
  return { ...(quoteId && { quoteId }), isSelected: held === true, waits, isAsked };
}

/** Quotes the next term, and selects the quote that begins it. */
export function Renew({ record, close }: { record: PolicyRecord; close: () => void }) {
  const { policy } = record;
  const renewal = renewalOf(record.events);
  const about = { lineId: policy.productId, payload: { policyId: policy.id } };
  const quoting = useFire('POLICY_RENEWAL_QUOTING', { done: () => t('policies.renewalQuoted') });
  const select = useFire('RENEWAL_QUOTE_SELECTED', {
    done: () => t('policies.renewalSelected', { date: day(policy.expirationDate) }),
    then: close,
  });
  const { quoteId, isSelected, isAsked, waits } = nowQuoted(quoting.data?.metadata, renewal);
  const read = useRead(['quotes', quoteId], (signal) => ioi.quotes.get(quoteId ?? '', {}, { signal }), {
    enabled: quoteId !== undefined && !isAsked,
  });
  const quote = read.data;
  const premium = quote?.quoteDetails?.premium;
  const wishes = useWishes(quote);
  const payload = { ...about.payload, ...(wishes.asked ?? (renewal && { renewalId: renewal.quoteId })) };
  const askAgain = () => quoting.mutate({ ...about, forceSync: true, payload });
  if (!quote) {
    return (
      <FormDialog
        title={t('policies.renew')}
        says={<Unquoted {...{ policy, isAsked, quoteId }} error={read.error} />}
        action={t('policies.quoteRenewal')}
        act={quoting}
        submit={askAgain}
        close={close}
      />
    );
  }
  return (
    <FormDialog
      title={t('policies.renew')}
      says={
        <>
          {premium ? (
            <p>
              {t('policies.renewalPremium')} <strong className={s.price}>{money(premium.amount)}</strong>
            </p>
          ) : (
            <p>{t('policies.renewalDeclined')}</p>
          )}
          {premium && (
            <p>
              {t(isSelected ? 'policies.renewalHeld' : 'policies.selectSays', {
                price: money(totalOf({ premium })),
                now: money(priceOf(policy)),
                date: day(policy.expirationDate),
              })}
            </p>
          )}
          {waits && <p>{t('policies.renewalWaits', { reason: waits })}</p>}
          <WhyNot quote={quote} isHeld={isSelected === true} hasDropped={wishes.hasDropped} />
          <Messages messages={quote.messages} />
          {record.mayFire('POLICY_RENEWAL_QUOTING') && (
            <p>
              <Button busy={quoting.isPending} onClick={askAgain}>
                {t('policies.quoteAgain')}
              </Button>
            </p>
          )}
        </>
      }
      action={t('policies.selectRenewal')}
      disabled={!quote.bindable || isSelected === true || wishes.hasDropped}
      act={{ ...select, error: select.error ?? quoting.error }}
      submit={() => select.mutate({ ...about, payload: { ...about.payload, quoteId: quote.requestId } })}
      close={close}
    >
      {wishes.wishes.length > 0 && <RenewalWishes policy={policy} wishes={wishes} />}
    </FormDialog>
  );
}

/** Why the quote cannot be selected, with the next step; nothing where it can. */
function WhyNot({ quote, isHeld, hasDropped }: { quote: Quote; isHeld: boolean; hasDropped: boolean }) {
  if (isHeld) return <Notice tone="good">{t('policies.heldAlready')}</Notice>;
  if (hasDropped) return <Notice tone="info">{t('policies.wishesFirst')}</Notice>;
  const state = quoteStateOf(quote);
  if (state === 'BINDABLE') return null;
  if (state === 'UNDER_REVIEW')
    return (
      <Notice
        actions={<ButtonLink to={`/queue/${quote.requestId}`}>{t('policies.openReferral')}</ButtonLink>}
      >
        {t('policies.reviewFirst')}
      </Notice>
    );
  if (state === 'TO_ACCEPT') return <Notice>{t('policies.acceptFirst')}</Notice>;
  // What else stops it is among its messages, the reader's obstacle last.
  const obstacle = quote.messages.findLast(({ severity }) => severity !== 'INFO')?.message;
  return (
    <Notice tone="bad">{state === 'NOT_BINDABLE' && obstacle ? obstacle : t('policies.cannotRenew')}</Notice>
  );
}

/** Where there is no quote of the next term to show: none yet, or it is being read. */
function Unquoted({
  policy: { expirationDate },
  isAsked,
  quoteId,
  error,
}: Pick<PolicyRecord, 'policy'> & { isAsked: boolean; quoteId: string | undefined; error: unknown }) {
  if (isAsked) return t('policies.renewalAsked');
  if (quoteId === undefined) return t('policies.renewSays', { date: day(expirationDate) });
  return error ? <Problem error={error} /> : <Skeleton lines={2} />;
}

/** Records that the policy is not renewed. */
export function DoNotRenew({ record: { policy }, close }: { record: PolicyRecord; close: () => void }) {
  const fire = useFire('CANCEL_RENEWAL', { done: () => t('policies.notRenewed'), then: close });
  return (
    <FormDialog
      says={t('policies.doNotRenewSays', { date: day(policy.expirationDate) })}
      action={t('policies.doNotRenew')}
      danger
      act={fire}
      submit={() => fire.mutate(eventAbout(policy, {}))}
      close={close}
    />
  );
}
