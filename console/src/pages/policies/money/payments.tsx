import { useState } from 'react';
import { Link } from 'wouter';
import { ioi, type PolicyPayment } from '../../../api/client.js';
import { useList } from '../../../api/queries.js';
import { Button } from '../../../parts/button.js';
import type { Column } from '../../../parts/column.js';
import { Empty } from '../../../parts/page.js';
import { type MailDraft, SendMail } from '../../../parts/send-mail.js';
import { ListTable } from '../../../parts/table.js';
import { may } from '../../../session/me.js';
import { day, money } from '../../../texts/formats.js';
import { t, word } from '../../../texts/texts.js';

const idOf = ({ id }: PolicyPayment) => id;

/** Receipts, refunds and payments that the bank returned, the latest first. */
export function Payments({ policyId, policyNumber }: { policyId: string; policyNumber: string }) {
  const [draft, setDraft] = useState<MailDraft>();
  const list = useList(
    ['policies', policyId, 'payments'],
    (signal) => ioi.policies.listPayments(policyId, { size: 100 }, { signal }),
    idOf,
  );
  const columns: Column<PolicyPayment>[] = [
    { title: t('policies.payment'), cell: ({ kind }) => word('paymentKind', kind), width: '130px' },
    { id: 'paymentDate', title: t('policies.date'), show: 'day' },
    { id: 'reference', title: t('policies.reference'), wide: true },
    {
      title: t('policies.method'),
      cell: ({ paymentMethod }) => (paymentMethod ? word('paymentMethod', paymentMethod) : '–'),
      width: '120px',
      wide: true,
    },
    {
      title: t('policies.appliedTo'),
      cell: ({ statements }) =>
        statements.map(({ termNumber, number }) => `${termNumber}.${number}`).join(', ') || '–',
      width: '140px',
      wide: true,
    },
    { id: 'amount', title: t('policies.amount'), show: 'money' },
  ];
  if (may('events:read')) {
    columns.push({
      title: t('policies.run'),
      cell: ({ triggerRequestId }) =>
        triggerRequestId ? <Link href={`/events/${triggerRequestId}`}>{t('policies.run')}</Link> : '–',
      width: '100px',
      wide: true,
    });
  }
  if (may('mail:write')) {
    columns.push({
      title: t('mail.title'),
      cell: ({ kind, amount, paymentDate, reference }) =>
        kind === 'RECEIPT' && (
          <Button
            look="plain"
            aria-label={t('mail.sendReceipt', { reference })}
            onClick={() =>
              setDraft({
                about: { policyId },
                purpose: 'RECEIPT',
                subject: t('mail.receiptSubject', { number: policyNumber }),
                text: t('mail.receiptText', { amount: money(amount), date: day(paymentDate) }),
              })
            }
          >
            {t('mail.receipt')}
          </Button>
        ),
      width: '120px',
    });
  }
  return (
    <>
      <ListTable
        label={t('policies.payments')}
        list={list}
        columns={columns}
        keyOf={idOf}
        empty={<Empty>{t('policies.noPayments')}</Empty>}
      />
      {draft && <SendMail draft={draft} close={() => setDraft(undefined)} />}
    </>
  );
}
