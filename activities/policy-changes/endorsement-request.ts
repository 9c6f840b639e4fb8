import type { AcceptedEvent } from '../../db/events/read-event.js';
import { changedAnswers, leftOut } from '../../domain/intake/answer-edits.js';
import { choiceAmong, choicesForNothing } from '../../domain/policy/edit-conflicts.js';
import { type QuoteMessage, requestCodes } from '../../domain/rating/run/result.js';
import { envelopeOf } from '../ground/default-action.js';
import { refused } from '../ground/failures.js';
import type { ChangeRequest } from './quote-change.js';

/** The change of a policy that a `POLICY_ENDORSEMENT_QUOTING` asks for. */
export function endorsementRequest(event: AcceptedEvent): ChangeRequest {
  const { payload } = envelopeOf(event, 'POLICY_ENDORSEMENT_QUOTING');
  const { policyId, effectiveDate, intake, edits, intakeLoopIterationIdsToDelete } = payload;
  const asked = { intake, edits, iterationIdsToDelete: intakeLoopIterationIdsToDelete };
  return {
    type: 'ENDORSEMENT',
    policyId,
    effectiveDate,
    dateField: 'payload.effectiveDate',
    changed: (onDay) => {
      const result = changedAnswers(onDay, asked);
      if ('answers' in result) return result.answers;
      const reason = `the policy has no iteration ${result.missing} on ${effectiveDate}`;
      throw refused(reason, ['payload', ...result.path].join('.'));
    },
    named: edits,
    choiceOf: choiceAmong(payload),
    notes: (onDay, conflicts) => [
      ...leftOut(onDay, asked).map(removedNote),
      ...choicesForNothing(payload, conflicts).map(noConflictNote),
    ],
  };
}

function removedNote({ loopQid, iterationId }: { loopQid: string; iterationId: string }): QuoteMessage {
  return {
    severity: 'WARNING',
    code: requestCodes.removed,
    message: `the loop "${loopQid}" was sent without its iteration ${iterationId}, which this change removes`,
    qid: loopQid,
    iterationId,
  };
}

function noConflictNote(index: number): QuoteMessage {
  const place = `payload.conflictChoices[${index}]`;
  const message = `${place} names a place where no later change meets this one; it had no effect`;
  return { severity: 'WARNING', code: requestCodes.noConflict, message };
}
