import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type AnswerEdits, type AnswerMap, ioi } from '../../../api/client.js';
import { laterOf } from '../../../api/days.js';
import { useFire } from '../../../api/fire.js';
import { errorAt } from '../../../api/problems.js';
import { TextField } from '../../../parts/field.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { Loaded } from '../../../parts/states.js';
import { day, money } from '../../../texts/formats.js';
import { t } from '../../../texts/texts.js';
import type { PolicyRecord } from '../record.js';
import s from './actions.module.css';
import { editsBetween, withEdits } from './answer-edits.js';
import { Answers } from './answers.js';
import { type Choices, Conflicts } from './conflicts.js';
import { EndorsementPrice, useEndorsementPrice } from './endorsement-price.js';

const none: AnswerMap = {};

/** Changes answers of a policy from a day on. The price follows while they are changed. */
export function Endorse({ record: { policy, today }, close }: { record: PolicyRecord; close: () => void }) {
  const [effectiveDate, setDate] = useState(laterOf(today, policy.effectiveDate));
  const [edits, setEdits] = useState<AnswerEdits>({});
  const [choices, setChoices] = useState<Choices>({});
  const [label, setLabel] = useState('');
  const known = useQuery({
    queryKey: ['policies', policy.id, 'timeline', { effectiveOn: effectiveDate }],
    queryFn: ({ signal }) => ioi.policies.timeline(policy.id, { effectiveOn: effectiveDate }, { signal }),
    enabled: effectiveDate !== '',
    placeholderData: keepPreviousData,
  });
  const before = known.data?.policy?.answers ?? none;
  const answers = useMemo(() => withEdits(before, edits), [before, edits]);
  const change = useMemo(() => ({ effectiveDate, edits, ...choices }), [effectiveDate, edits, choices]);
  const price = useEndorsementPrice(policy, change);
  const priced = price.current;
  const fire = useFire('POLICY_ENDORSE', {
    done: ({ metadata }) => t('policies.endorsed', { amount: money(metadata.premium ?? 0) }),
    changes: [['policies', policy.id]],
    then: close,
  });
  return (
    <FormDialog
      title={t('policies.endorse')}
      says={<EndorsementPrice price={price} hasChanges={Object.keys(change.edits).length > 0} />}
      action={
        priced?.change
          ? t('policies.endorseFor', { amount: money(priced.change.premium), date: day(effectiveDate) })
          : t('policies.endorse')
      }
      disabled={!priced?.quote.bindable || price.isPricing}
      act={fire}
      fields={['/payload/effectiveDate']}
      wide
      submit={() =>
        priced &&
        fire.mutate({
          lineId: policy.productId,
          payload: {
            policyId: policy.id,
            quoteId: priced.quote.requestId,
            effectiveDate,
            ...(label.trim() && { label: label.trim() }),
          },
        })
      }
      close={close}
    >
      <div className={s.pair}>
        <TextField
          type="date"
          label={t('policies.changeFrom')}
          required
          value={effectiveDate}
          onValue={setDate}
          error={
            errorAt(fire.error, '/payload/effectiveDate') || errorAt(price.error, '/payload/effectiveDate')
          }
        />
        <TextField label={t('policies.label')} maxLength={255} value={label} onValue={setLabel} />
      </div>
      <Loaded query={known} lines={3}>
        {() => (
          <Answers
            productId={policy.productId}
            answers={answers}
            messages={priced?.quote.messages ?? []}
            change={(to) => setEdits((latest) => editsBetween(before, to(withEdits(before, latest))))}
          />
        )}
      </Loaded>
      <Conflicts
        policy={policy}
        conflicts={price.conflicts}
        before={before}
        after={answers}
        choices={choices}
        choose={setChoices}
      />
    </FormDialog>
  );
}
