import { Help } from '../../../parts/help.js';
import { Section } from '../../../parts/page.js';
import { t } from '../../../texts/texts.js';
import type { PolicyRecord } from '../record.js';
import { Account } from './account.js';
import { Collection } from './collection.js';
import { LedgerEntries } from './ledger.js';
import { Payments } from './payments.js';

/** What a policy was billed, what was paid, and the premium behind it. */
export function MoneyTab({ record }: { record: PolicyRecord }) {
  const { id } = record.policy;
  return (
    <>
      <Account record={record} />
      <Collection policyId={id} clientId={record.policy.clientId} />
      <Section title={t('policies.payments')}>
        <Payments policyId={id} policyNumber={record.policy.policyNumber} />
      </Section>
      <Section title={t('policies.ledger')} actions={<Help term="ledger" />}>
        <LedgerEntries policyId={id} />
      </Section>
    </>
  );
}
