import { exampleRows } from '../../api/http/example-ids.js';
import { exampleEvents } from '../../domain/events/example-events.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import type { ContractCaller } from './contract-caller.js';

/** Asks for information about a quote under review, and offers others with a condition. */
export async function callUnderwriting(
  caller: ContractCaller,
  ofReferred: { with: { quoteId: string } },
  { today, intake, stand }: { today: string; intake: AnswerMap; stand: Map<string, string> },
): Promise<void> {
  const call = caller.call.bind(caller);
  const asked = async () => {
    const { underwriting } = (await call(
      'POST /quote/{quoteId}/information-request',
      ofReferred,
    )) as QuoteObject;
    const { informationRequestId } = underwriting!.informationRequests!.at(-1)!;
    stand.set(informationRequestId, exampleRows.informationRequest);
    return { with: { ...ofReferred.with, informationRequestId } };
  };
  await call('POST /quote/{quoteId}/information-request/{informationRequestId}/withdraw', await asked());
  await call('POST /quote/{quoteId}/information-request/{informationRequestId}/answer', await asked());
  const offered = async () => {
    const fired = (await call('POST /event/fire', {
      body: { ...exampleEvents.GET_QUOTES, payload: { effectiveDate: today, intake } },
    })) as { metadata: { quotes: QuoteObject[] } };
    const { requestId: quoteId } = fired.metadata.quotes[0]!;
    const changes = { conditions: [{ text: 'An alarm is installed.' }] };
    await call('POST /quote/{quoteId}/underwriter-decision', {
      with: { quoteId },
      body: { isApproved: true, changes },
    });
    return { with: { quoteId } };
  };
  const { underwriting } = (await call('POST /quote/{quoteId}/offer/accept', await offered())) as QuoteObject;
  const { conditionId } = underwriting!.conditions![0]!;
  stand.set(conditionId, exampleRows.condition);
  await call('POST /quote/{quoteId}/condition/{conditionId}/confirm', {
    with: { quoteId: underwriting!.replaces!, conditionId },
  });
  await call('POST /quote/{quoteId}/offer/decline', await offered());
}
