import { changedAnswers } from '../../../domain/intake/answer-edits.js';
import { choiceAmong } from '../../../domain/policy/edit-conflicts.js';
import { type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { quoteChange, storeQuotes } from '../../policy-changes/quote-change.js';

/** Rates a change of answers as a quote of type `ENDORSEMENT`, for the rest of the term. */
export const quoteEndorsement: DefaultActionHandler<'QUOTE_ENDORSEMENT'> = async (work) => {
  const { payload } = envelopeOf(work.event, 'POLICY_ENDORSEMENT_QUOTING');
  const { policyId, effectiveDate, intake, edits, intakeLoopIterationIdsToDelete } = payload;
  const made = await quoteChange(work, {
    type: 'ENDORSEMENT',
    policyId,
    effectiveDate,
    dateField: 'payload.effectiveDate',
    changed: (onDay) => {
      const asked = { intake, edits, iterationIdsToDelete: intakeLoopIterationIdsToDelete };
      const result = changedAnswers(onDay, asked);
      if ('answers' in result) return result.answers;
      const reason = `the policy has no iteration ${result.missing} on ${effectiveDate}`;
      throw refused(reason, ['payload', ...result.path].join('.'));
    },
    named: edits,
    choiceOf: choiceAmong(payload),
  });
  return (trx) => storeQuotes(trx, made);
};
