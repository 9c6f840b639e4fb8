import { z } from 'zod';
import { calendarDate, uuid } from '../../ground/primitives.js';
import { answerMap } from '../../intake/answers.js';
import { amount, exposureAmount, label, name, payloadLimits, quoteId, refuseRepeats } from './fields.js';
import { policyNotification } from './snapshots.js';

const endorsementQuoting = z
  .object({ policyId: uuid, effectiveDate: calendarDate, intake: answerMap })
  .meta({ id: 'PolicyEndorsementQuotingPayload' });

const endorse = z
  .object({
    policyId: uuid,
    quoteId: quoteId.optional(),
    premium: amount.optional().meta({ description: 'The change of premium, negative where it is returned.' }),
    effectiveDate: calendarDate,
    label: label.optional(),
  })
  .superRefine((payload, context) => {
    if ((payload.quoteId === undefined) !== (payload.premium === undefined)) return;
    const message =
      payload.quoteId === undefined
        ? 'is required where premium is left out'
        : 'must be left out where premium is given';
    context.addIssue({ code: 'custom', path: ['quoteId'], message });
  })
  .meta({ id: 'PolicyEndorsePayload', description: 'Either `quoteId` or `premium`.' });

const exposure = z.object({
  type: name,
  previousAmount: exposureAmount,
  updatedAmount: exposureAmount,
});

const trueUpQuoting = z
  .object({
    policyId: uuid,
    trueUpRequest: z.object({
      effectiveDate: calendarDate,
      exposures: z
        .array(exposure)
        .min(1, 'must hold at least one exposure')
        .max(payloadLimits.exposures)
        .superRefine((exposures, context) => {
          // A type may be insured more than once, for example in each location; its amount then tells which is meant.
          const places = exposures.map(({ type, previousAmount }) => JSON.stringify([type, previousAmount]));
          refuseRepeats(places, context, (index) => [index, 'type']);
        }),
      requestedBy: label.optional(),
    }),
  })
  .meta({ id: 'PolicyTrueUpQuotingPayload' });

const policyReport = z
  .object({
    clientId: uuid.optional(),
    quoteId: quoteId.optional(),
    policyId: uuid.optional(),
    policyNumber: name.optional(),
  })
  .meta({ id: 'PolicyReportPayload' });

export const changePayloads = {
  POLICY_ENDORSEMENT_QUOTING: endorsementQuoting,
  POLICY_ENDORSE: endorse,
  ENDORSEMENT_ACTIVATED: policyNotification,
  POLICY_TRUE_UP_QUOTING: trueUpQuoting,
  POLICY_LIMIT_CHANGED: policyReport,
  CLAIM_NOTIFICATION: policyReport,
};
