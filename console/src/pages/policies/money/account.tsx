import { useState } from 'react';
import type { PolicyStatement } from '../../../api/client.js';
import { Badge } from '../../../parts/badge.js';
import { Button } from '../../../parts/button.js';
import type { Column } from '../../../parts/column.js';
import { Help } from '../../../parts/help.js';
import { Facts, Section } from '../../../parts/page.js';
import { type MailDraft, SendMail } from '../../../parts/send-mail.js';
import { Table } from '../../../parts/table.js';
import { Money } from '../../../parts/values.js';
import { may } from '../../../session/me.js';
import { day, money } from '../../../texts/formats.js';
import { t, word } from '../../../texts/texts.js';
import type { PolicyRecord } from '../record.js';
import { toneOfStatement } from '../values.js';

/** A policy's account, and the statements that it was billed by. */
export function Account({ record }: { record: PolicyRecord }) {
  const { finance } = record;
  return (
    <>
      <Facts
        facts={[
          [t('policies.billed'), <Money key="billed" amount={finance.billedAmount} />],
          [t('policies.dueByToday'), <Money key="due" amount={finance.dueAmount} />],
          [t('policies.paid'), <Money key="paid" amount={finance.paidAmount} />],
          [t('policies.balance'), <Money key="balance" amount={finance.balance} />],
          [t('policies.pastDue'), <Money key="past" amount={finance.pastDueAmount} />],
          [t('policies.credit'), <Money key="credit" amount={finance.creditAmount} />],
          [t('policies.unapplied'), <Money key="unapplied" amount={finance.unappliedAmount} />],
          [t('policies.refundable'), <Money key="refundable" amount={finance.refundableAmount} />],
        ]}
      />
      <Section title={t('policies.statements')} actions={<Help term="statement" />}>
        <Statements record={record} />
      </Section>
    </>
  );
}

const idOf = ({ id }: PolicyStatement) => id;

function Statements({ record: { policy, statements } }: { record: PolicyRecord }) {
  const [draft, setDraft] = useState<MailDraft>();
  const columns: Column<PolicyStatement>[] = [
    {
      title: t('policies.statement'),
      cell: ({ termNumber, number, kind }) => `${termNumber}.${number} ${word('statementKind', kind)}`,
    },
    { id: 'dueDate', title: t('policies.due'), show: 'day' },
    { id: 'amount', title: t('policies.amount'), show: 'money', wide: true },
    { id: 'balance', title: t('policies.open'), show: 'money', width: '110px' },
    {
      title: t('policies.state'),
      cell: ({ state }) => <Badge tone={toneOfStatement[state]}>{word('statementState', state)}</Badge>,
      width: '120px',
      wide: true,
    },
  ];
  if (may('mail:write')) {
    columns.push({
      title: t('mail.title'),
      cell: ({ number, state, balance, dueDate }) =>
        (state === 'DUE' || state === 'PAST_DUE') && (
          <Button
            look="plain"
            aria-label={t('mail.sendInvoice', { number })}
            onClick={() =>
              setDraft({
                about: { policyId: policy.id },
                purpose: 'INVOICE',
                subject: t('mail.invoiceSubject', { number: policy.policyNumber }),
                text: t('mail.invoiceText', { amount: money(balance), date: day(dueDate) }),
              })
            }
          >
            {t('mail.send')}
          </Button>
        ),
      width: '120px',
    });
  }
  return (
    <>
      <Table label={t('policies.statements')} rows={statements} columns={columns} keyOf={idOf} />
      {draft && <SendMail draft={draft} close={() => setDraft(undefined)} />}
    </>
  );
}
