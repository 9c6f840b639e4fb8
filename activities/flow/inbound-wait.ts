import { saveClientFromIntake } from '../../db/clients/save-client.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import { beginWaitingAction, endOfWait, lockAction, markWaiting } from '../../db/events/waiting-action.js';
import { whyNotSaved } from '../../db/events/why-not-saved.js';
import { InboundMessage } from '../../db/models/inbound-message.js';
import type { InboundWaitAction } from '../../domain/actions/configured-action.js';
import { CarrierInputProblem, carrierInputs } from '../../domain/carrier/carrier-inputs.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import type { ActionToRun } from '../../domain/runs/fired-event.js';
import { inboundRequestId } from '../../domain/runs/inbound-request.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity, missing } from '../ground/failures.js';
import { readConfiguredWork, type SettledStep } from './configured-work.js';
import { endAction, type StepEnd } from './end-action.js';

type Wait = ActionToRun<'INBOUND_WAIT'>;

/** `waitMs` is absent if the message has arrived already. */
export interface BegunWait {
  requestId: string;
  waitsFor: string;
  waitMs?: number;
}

/**
 * Opens the waits of an event when it begins, so that messages which arrive early are kept. Their request ids
 * are part of the trigger result.
 */
export function createOpenInboundWaits(dependencies: ActivityDependencies) {
  const { db, now } = dependencies;
  return (triggerRequestId: string, waits: readonly Wait[]): Promise<void> =>
    asActivity(async () => {
      for (const planned of waits) {
        const { action, event } = await readConfiguredWork(dependencies, triggerRequestId, planned);
        await beginWaitingAction(db, {
          ...planned,
          triggerRequestId,
          attempts: 1,
          requestId: inboundRequestId(triggerRequestId, action.id),
          quotingOrganizationId: await answererOf(dependencies, event, action),
          startedAt: now(),
        });
      }
    });
}

/** What follows from an answer has the authority of the product's owner, who says if others may give it. */
async function answererOf(
  { catalog }: Pick<ActivityDependencies, 'catalog'>,
  { organizationId, productId }: AcceptedEvent,
  { answeredBy }: InboundWaitAction,
): Promise<string> {
  if (answeredBy === 'EVENT_ORGANIZATION') return organizationId;
  if (answeredBy !== undefined) return answeredBy;
  const product = await catalog.product(productId);
  if (product === null) throw missing('product', productId);
  return product.ownerOrganizationId;
}

/** Begins a wait. Its deadline is set once and holds for any worker that continues the run. */
export function createBeginInboundWait(dependencies: ActivityDependencies) {
  const { db, now } = dependencies;
  return (triggerRequestId: string, planned: Wait): Promise<BegunWait> =>
    asActivity(async () => {
      const { action, event } = await readConfiguredWork(dependencies, triggerRequestId, planned);
      const requestId = inboundRequestId(triggerRequestId, action.id);
      const { waitsFor } = action;
      return db.transaction(async (trx) => {
        const ends = await endOfWait(trx, { now, clockId: event.clockId }, action.timeoutHours);
        const until = await markWaiting(trx, { triggerRequestId, actionId: action.id, waitsFor, ...ends });
        const received = await InboundMessage.query(trx).findOne('request_id', requestId).select('id');
        if (until === undefined || received !== undefined) return { requestId, waitsFor };
        return { requestId, waitsFor, waitMs: Math.max(0, until.getTime() - now().getTime()) };
      });
    });
}

/** Ends a wait with the received message, or because none arrived in time. */
export function createEndInboundWait(dependencies: ActivityDependencies) {
  const { db, now } = dependencies;
  return (triggerRequestId: string, planned: Wait, savedId?: string): Promise<SettledStep> =>
    asActivity(async () => {
      const work = await readConfiguredWork(dependencies, triggerRequestId, planned, savedId);
      const { action, event, clientId } = work;
      const requestId = inboundRequestId(triggerRequestId, action.id);
      return db.transaction(async (trx) => {
        // Takes the lock before it reads, as the receiving API does: no message is missed.
        await lockAction(trx, triggerRequestId, action.id);
        const received = await InboundMessage.query(trx).findOne('request_id', requestId).select('payload');
        const { end, answers } = endOf(action, received?.payload);
        const saves = Object.keys(answers).length > 0;
        const unsaved = saves ? await whyNotSaved(trx, event.organizationId, clientId) : undefined;
        return endAction(trx, triggerRequestId, planned, {
          end: unsaved === undefined ? end : { state: 'FAILED', failure: unsaved },
          now: now(),
          effect: async () => {
            if (!saves || unsaved !== undefined || clientId === undefined) return;
            const { organizationId } = event;
            await saveClientFromIntake(trx, {
              organizationId,
              clientId,
              newClientId: clientId,
              intake: answers,
              clientNameQids: [],
              clientType: 'COMMERCIAL',
            });
          },
        });
      });
    });
}

function endOf(
  { into, onTimeout, timeoutHours, clientAnswers }: InboundWaitAction,
  payload: JsonObject | undefined,
): { end: StepEnd; answers: AnswerMap } {
  if (payload === undefined) {
    const failure = `nothing arrived within ${timeoutHours} hours`;
    const end: StepEnd = onTimeout === 'CONTINUE' ? { state: 'SUCCEEDED' } : { state: 'FAILED', failure };
    return { end, answers: {} };
  }
  try {
    const wanted = Object.entries(clientAnswers).map(([qid, from]) => ({ qid, from }));
    const answers = carrierInputs(payload, wanted);
    return {
      end: { state: 'SUCCEEDED', ...(into !== undefined && { metadata: { [into]: payload } }) },
      answers,
    };
  } catch (error) {
    if (!(error instanceof CarrierInputProblem)) throw error;
    return {
      end: { state: 'FAILED', failure: `the received message cannot be used: ${error.message}` },
      answers: {},
    };
  }
}
