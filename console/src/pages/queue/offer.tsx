import { useState } from 'react';
import { ioi } from '../../api/client.js';
import { errorAt } from '../../api/problems.js';
import { useAction } from '../../api/queries.js';
import { TextAreaField, TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { t } from '../../texts/texts.js';

const nothing = { qid: '', answer: '', percent: '', reason: '', condition: '', dueDays: '' };

/** Approves a quote under review with a changed answer, a loading or a condition, which the seller then accepts or declines. */
export function OfferChanges({ quoteId, close }: { quoteId: string; close: () => void }) {
  const [draft, setDraft] = useState(nothing);
  const { qid, answer, percent, reason, condition, dueDays } = draft;
  const changes = {
    ...(qid && { answers: { [qid]: answer } }),
    ...(percent && { loading: { percent, reason } }),
    ...(condition && { conditions: [{ text: condition, ...(dueDays && { dueDays: Number(dueDays) }) }] }),
  };
  const offer = useAction(() => ioi.quotes.decideAsUnderwriter(quoteId, { isApproved: true, changes }), {
    done: () => t('underwriting.offered'),
    changes: [['quotes'], ['queue']],
    then: close,
  });
  const field = (name: keyof typeof nothing, pointer?: string) => ({
    label: t(`underwriting.fields.${name}`),
    value: draft[name],
    onValue: (value: string) => setDraft({ ...draft, [name]: value }),
    ...(pointer && { error: errorAt(offer.error, pointer) }),
  });
  return (
    <FormDialog
      title={t('underwriting.offerChanges')}
      says={t('underwriting.offerSays')}
      action={t('underwriting.offerChanges')}
      disabled={Object.keys(changes).length === 0}
      act={offer}
      fields={['/changes/loading/percent', '/changes/loading/reason']}
      submit={() => offer.mutate(undefined)}
      close={close}
    >
      <TextField {...field('qid')} />
      {qid && <TextField {...field('answer')} />}
      <TextField {...field('percent', '/changes/loading/percent')} inputMode="decimal" />
      {percent && <TextField {...field('reason', '/changes/loading/reason')} required />}
      <TextAreaField {...field('condition')} rows={2} />
      {condition && <TextField {...field('dueDays')} type="number" min={1} max={366} />}
    </FormDialog>
  );
}
