import { z } from 'zod';
import { outside } from '../../../../domain/assistants/outside.js';
import { day, money } from '../../../../domain/assistants/words.js';
import { addDays } from '../../../../domain/ground/calendar.js';
import type { JsonObject } from '../../../../domain/ground/json.js';
import { calendarDate, uuid } from '../../../../domain/ground/primitives.js';
import { mayFire } from '../../../http/caller.js';
import type { CancellationPreview, ReinstatementPreview } from '../../../policies/previews/schemas.js';
import { ToolRefused } from '../../carry-out.js';
import { previewing } from '../../tool.js';
import { currencyOf, firing, holdLines, moved, named, subjectPolicy } from './policy-subject.js';

const policyId = uuid.meta({ description: 'Of find' });

/** The cancellation of a policy, with what it returns. */
export const cancel = previewing({
  name: 'cancel',
  title: 'Preview a cancellation',
  sentence: 'Previews the cancellation of a policy: what is returned and owed; `act` does it.',
  input: z.strictObject({
    policyId,
    effectiveDate: calendarDate.meta({ description: 'First day without cover' }),
    reason: z.string().max(200).optional().meta({ description: 'A reason of the product, by its words' }),
    label: z.string().max(255).optional().meta({ description: 'For the history' }),
  }),
  operations: ['getPolicySections', 'previewCancellation', 'fireEvent'],
  isFor: (caller) => mayFire(caller, 'POLICY_CANCEL'),
  previews: async ({ policyId: id, effectiveDate, reason, label }, { operations }) => {
    const asked = { params: { policyId: id }, query: { effectiveDate } };
    const [subject, plain] = await Promise.all([
      subjectPolicy(operations, id),
      operations.call<CancellationPreview>('previewCancellation', asked),
    ]);
    const cancellationReasonConfigId = reason === undefined ? undefined : reasonOf(plain, reason);
    const preview =
      cancellationReasonConfigId === undefined
        ? plain
        : await operations.call<CancellationPreview>('previewCancellation', {
            ...asked,
            query: { effectiveDate, cancellationReasonConfigId },
          });
    const currency = currencyOf(subject);
    const amount = (value: number) => money(value, currency);
    const { returnedPremium, returnedTaxesAndFees, penalty, balance, refundableAmount, requestsOnly } =
      preview;
    return {
      operation: firing('POLICY_CANCEL', subject.policy.productId, {
        policyId: id,
        effectiveDate,
        ...(cancellationReasonConfigId !== undefined && { cancellationReasonConfigId }),
        ...(label !== undefined && { label }),
      }),
      title: `${requestsOnly ? 'Ask the insurer to cancel' : 'Cancel'} ${named(subject)} on ${day(effectiveDate)}`,
      changes: [
        ...(requestsOnly
          ? [
              '- Your organization may only request this cancellation: `act` asks the insurer, who decides, and nothing is canceled until then. If the insurer does it as asked:',
            ]
          : []),
        `- The last day with cover is ${day(addDays(effectiveDate, -1))}.`,
        `- Returned: premium ${amount(returnedPremium)}, taxes and fees ${amount(returnedTaxesAndFees)}.`,
        ...(penalty > 0 ? [`- Kept as a penalty: ${amount(penalty)}.`] : []),
        balanceLine(balance, amount),
        `- Of what was paid, ${amount(refundableAmount)} is owed to the policyholder.`,
        '- Days of notice and authority are checked when it is done.',
      ].join('\n'),
      ...(requestsOnly ? {} : moved(currency, returnedPremium, returnedTaxesAndFees)),
      about: { policyId: id, clientId: subject.policy.clientId },
      basis: JSON.stringify([subject.policy.version, preview]),
    };
  },
});

function reasonOf({ reasons }: CancellationPreview, asked: string): string {
  const said = asked.toLowerCase();
  const found = reasons.filter(
    ({ title, configId }) => configId === said || title.toLowerCase().includes(said),
  );
  if (found.length === 1 && found[0]) return found[0].configId;
  const known = reasons.map(({ title }) => outside(title)).join(', ');
  throw new ToolRefused(
    reasons.length === 0
      ? 'The product knows no reasons: leave `reason` out.'
      : `State one reason: ${known}.`,
  );
}

const balanceLine = (balance: number, amount: (value: number) => string): string =>
  balance < 0
    ? `- The account then owes the policyholder ${amount(-balance)}.`
    : `- The policyholder then owes ${amount(balance)}.`;

/** The reinstatement of a canceled policy, with what it charges. */
export const reinstate = previewing({
  name: 'reinstate',
  title: 'Preview a reinstatement',
  sentence: 'Previews the reinstatement of a canceled policy: what is charged, and any lapse; `act` does it.',
  input: z.strictObject({
    policyId,
    effectiveDate: calendarDate.optional().meta({ description: 'Default: the day of the cancellation' }),
  }),
  operations: ['getPolicySections', 'previewReinstatement', 'fireEvent'],
  isFor: (caller) => mayFire(caller, 'POLICY_REINSTATE'),
  previews: async ({ policyId: id, effectiveDate }, { operations }) => {
    const query: JsonObject = effectiveDate === undefined ? {} : { effectiveDate };
    const [subject, preview] = await Promise.all([
      subjectPolicy(operations, id),
      operations.call<ReinstatementPreview>('previewReinstatement', {
        params: { policyId: id },
        query: { effectiveDate },
      }),
    ]);
    const currency = currencyOf(subject);
    const amount = (value: number) => money(value, currency);
    const { premium, taxesAndFees, lapse, balance, holds } = preview;
    return {
      operation: firing('POLICY_REINSTATE', subject.policy.productId, { policyId: id, ...query }),
      title: `Reinstate ${named(subject)} from ${day(preview.effectiveDate)}`,
      changes: [
        `- Charged again: premium ${amount(premium)}, taxes and fees ${amount(taxesAndFees)}.`,
        lapse === undefined
          ? '- There is no day without cover.'
          : `- Without cover: ${day(lapse.from)} until ${day(addDays(lapse.until, -1))}.`,
        balanceLine(balance, amount),
        ...holdLines(holds),
      ].join('\n'),
      ...moved(currency, premium, taxesAndFees),
      about: { policyId: id, clientId: subject.policy.clientId },
      basis: JSON.stringify([subject.policy.version, preview]),
    };
  },
});
