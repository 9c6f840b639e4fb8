import { moveDueDate } from '../../../db/billing/move-due-date.js';
import { answers, type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { lockPolicyOfEvent, policyOfEvent } from '../../policy-changes/policy-of-event.js';
import { settingsOfPolicy } from '../../policy-changes/settings-of-policy.js';

/** Moves the due date of a statement, as far as the product allows. */
export const moveStatementDueDate: DefaultActionHandler<'MOVE_DUE_DATE'> = async (work) => {
  const { event, now, dependencies } = work;
  const { triggerRequestId } = event;
  const { policyId, statementId, dueDate, reason } = envelopeOf(event, 'DUE_DATE_MOVE').payload;
  const known = await policyOfEvent(dependencies.db, event, policyId);
  const { settings } = await settingsOfPolicy(work, known);
  const mostDays = settings.billing?.dueDateDays;
  return async (trx) => {
    const policy = await lockPolicyOfEvent(trx, event, policyId);
    const result = await moveDueDate(trx, policy, {
      statementId,
      dueDate,
      reason,
      mostDays,
      triggerRequestId,
      now,
    });
    if ('reason' in result) throw refused(result.reason, result.field && `payload.${result.field}`);
    return {
      clientId: policy.clientId,
      policyId,
      metadata: answers('DUE_DATE_MOVE', { DUE_DATE_MOVE: { policyId, statementId, dueDate, ...result } }),
    };
  };
};
