import { isThirdParty, type ThirdPartyAction } from '../../domain/actions/configured-action.js';
import { carrierRequest } from '../../domain/carrier/carrier-request.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { Term } from '../../domain/ground/term.js';
import { quoteIdOf } from '../../domain/quote/new-quote.js';
import type { CompiledPlan } from '../../domain/rating/plan/compiled-plan.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { missing } from '../ground/failures.js';
import { type QuotingAction, readQuotingAction } from '../rating/quoting-action.js';

/** One request to a carrier, with the data that its quote is made from. */
export interface PendingCarrierQuote extends QuotingAction<ThirdPartyAction> {
  requestId: string;
  term: Term;
  plan: CompiledPlan | undefined;
  /** The body that the carrier receives. */
  request: JsonObject;
}

/** Reads the data for a request to a carrier. A missing record is not retried. */
export async function beginCarrierQuote(
  dependencies: ActivityDependencies,
  triggerRequestId: string,
  actionId: string,
  clientId?: string,
): Promise<PendingCarrierQuote> {
  const read = await readQuotingAction(dependencies, triggerRequestId, actionId, clientId);
  const { action, event, version, question, renewal } = read;
  if (!isThirdParty(action)) throw missing('third-party action', actionId);
  const plan = planOf(version.compiled.plans, action);
  const { envelope } = event;
  const term = question.term ?? plan?.terms[0] ?? 'ANNUAL';
  const requestId = quoteIdOf(triggerRequestId, actionId);
  const request = carrierRequest({
    requestId,
    triggerRequestId,
    environment: dependencies.outbound.environment,
    productKey: version.definition.key,
    carrierId: action.carrierId,
    envelope,
    question,
    renewal,
    term,
    clientId: read.clientId,
  });
  return { ...read, action, requestId, term, plan, request };
}

function planOf(
  plans: ReadonlyMap<string, CompiledPlan>,
  action: ThirdPartyAction,
): CompiledPlan | undefined {
  if (action.type !== 'THIRD_PARTY_RATING_ALGO') return undefined;
  const plan = plans.get(action.plan);
  if (plan === undefined) throw missing('rating plan', action.plan);
  return plan;
}
