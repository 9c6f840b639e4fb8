import type { Knex } from 'knex';
import { movedBilling } from '../../domain/billing/moved-billing.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { addDays, daysBetween } from '../../domain/ground/calendar.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { Policy } from '../models/policy.js';
import { Statement } from '../models/statement.js';

/**
 * Moves the open statements of a policy's current term to the term's corrected first day. A past-due statement
 * whose due date is not over any more is due again. Returns the moved due dates.
 */
export async function moveStatements(
  trx: Knex,
  { id: policyId, termNumber }: Policy,
  { effectiveDate }: { effectiveDate: string },
  now: BusinessTime,
): Promise<JsonObject[]> {
  const open = await Statement.query(trx)
    .where({ policy_id: policyId, term_number: termNumber })
    .whereIn('state', ['SCHEDULED', 'DUE', 'PAST_DUE'])
    .orderBy('number');
  const today = now.today;
  const moves: JsonObject[] = [];
  for (const statement of open) {
    const moved = movedBilling(statement, { effectiveDate, today });
    if (moved === null) continue;
    const { dueDate, billingDate } = moved;
    const isDueAgain = statement.state === 'PAST_DUE' && dueDate >= today;
    const { dueDate: before, data } = statement;
    const { originalDueDate: original } = data;
    await statement.$query(trx).patch({
      dueDate,
      data: {
        ...data,
        billingDate,
        ...(typeof original === 'string' && {
          originalDueDate: addDays(original, daysBetween(before, dueDate)),
        }),
      },
      ...(isDueAgain && { state: 'DUE' }),
    });
    moves.push({ statementId: statement.id, number: statement.number, from: before, to: dueDate });
  }
  return moves;
}
