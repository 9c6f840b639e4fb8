import { Link, useLocation } from 'wouter';
import { ioi, type ListedQuote, type Policy } from '../../../api/client.js';
import { addDays } from '../../../api/days.js';
import { useFire } from '../../../api/fire.js';
import { useRead } from '../../../api/queries.js';
import { SelectField, TextField } from '../../../parts/field.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { HoldEffects } from '../../../parts/holds.js';
import { Loaded } from '../../../parts/states.js';
import { filled, useFields } from '../../../parts/use-fields.js';
import { hasPage } from '../../../shell/areas.js';
import { day, money } from '../../../texts/formats.js';
import { t } from '../../../texts/texts.js';
import type { PolicyRecord } from '../record.js';

/** The client's quotes that could take the policy's place, the newest first. */
function useQuotesInPlaceOf({ clientId, effectiveDate, expirationDate, issuingOrganizationId }: Policy) {
  const query = {
    clientId,
    outcome: 'QUOTED',
    bound: false,
    size: 100,
    effectiveDateFrom: effectiveDate,
    effectiveDateTo: addDays(expirationDate, -1),
  } as const;
  return useRead(
    ['quotes', 'in place of a policy', query],
    async (signal) => {
      const { items } = await ioi.quotes.list(query, { signal }).page();
      const types = ['QUOTE', 'PRE_ISSUE'];
      return items.filter(
        ({ type, bindable, quotingOrganizationId }) =>
          bindable && types.includes(type) && quotingOrganizationId === issuingOrganizationId,
      );
    },
    {
      // It was perhaps quoted a moment ago.
      staleTime: 0,
    },
  );
}

/** Cancels a policy and issues another quote of its client in its place, with the money carried over. */
export function Rewrite({ record: { policy }, close }: { record: PolicyRecord; close: () => void }) {
  const [values, field] = useFields({ quoteId: '', reason: '' }, '/payload');
  const [, go] = useLocation();
  const quotes = useQuotesInPlaceOf(policy);
  const fire = useFire('POLICY_REWRITE', {
    done: ({ metadata: { rewrittenTo } }) =>
      t('policies.rewritten', { number: rewrittenTo?.policyNumber ?? '' }),
    then: ({ metadata: { rewrittenTo } }) => {
      close();
      if (rewrittenTo) go(`/policies/${rewrittenTo.id}`);
    },
  });
  const quoteId = values.quoteId || (quotes.data?.[0]?.requestId ?? '');
  return (
    <FormDialog
      says={
        <Loaded query={quotes} lines={2}>
          {() => (quoteId ? <Moved policyId={policy.id} quoteId={quoteId} /> : <NoQuote policy={policy} />)}
        </Loaded>
      }
      action={t('policies.rewrite')}
      danger
      disabled={quoteId === ''}
      act={fire}
      fields={field.pointers}
      submit={() =>
        fire.mutate({
          lineId: quotes.data?.find(({ requestId }) => requestId === quoteId)?.lineId ?? policy.productId,
          payload: { policyId: policy.id, ...filled(values), quoteId },
        })
      }
      close={close}
    >
      {quoteId !== '' && (
        <>
          <SelectField
            label={t('policies.quoteInPlace')}
            choices={(quotes.data ?? []).map((quote) => [quote.requestId, quoteText(quote)] as const)}
            {...field('quoteId', fire)}
            value={quoteId}
          />
          <TextField label={t('policies.reason')} maxLength={255} {...field('reason', fire)} />
        </>
      )}
    </FormDialog>
  );
}

const quoteText = ({ lineName, effectiveDate, premium = 0 }: ListedQuote) =>
  t('policies.quoteFrom', { product: lineName, date: day(effectiveDate), premium: money(premium) });

/** There is nothing yet that could take the policy's place. */
function NoQuote({ policy: { productId, clientId } }: { policy: Policy }) {
  return (
    <>
      <p>{t('policies.noQuoteInPlace')}</p>
      {hasPage('/sell/:productId') && (
        <p>
          <Link href={`/sell/${productId}?clientId=${clientId}`}>{t('policies.quoteClient')}</Link>
        </p>
      )}
    </>
  );
}

/** What is canceled, from which day, what is carried over, and what the new policy costs, as the service has it. */
function Moved({ policyId, quoteId }: { policyId: string; quoteId: string }) {
  const preview = useRead(['policies', policyId, 'rewrite', quoteId], (signal) =>
    ioi.policies.previewRewrite(policyId, { quoteId }, { signal }),
  );
  return (
    <Loaded query={preview} lines={3}>
      {(moved) => (
        <>
          <p>
            {t('policies.rewriteSays', {
              date: day(moved.effectiveDate),
              premium: money(moved.newPremium),
              taxes: money(moved.newTaxesAndFees),
            })}
          </p>
          <p>
            {t('policies.carriedSays', {
              returned: money(moved.returnedPremium),
              taxes: money(moved.returnedTaxesAndFees),
              carried: money(moved.carriedOver),
              balance: money(moved.balance),
            })}
          </p>
          <HoldEffects holds={moved.holds} />
          {moved.releasesRenewal && <p>{t('policies.rewriteReleases')}</p>}
        </>
      )}
    </Loaded>
  );
}
