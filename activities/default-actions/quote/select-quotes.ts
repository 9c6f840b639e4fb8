import { Quote } from '../../../db/models/quote.js';
import { answers, type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import { bindableQuotes } from '../../payments/quotes-of-event.js';

/** Marks bindable quotes as selected. */
export const selectQuotes: DefaultActionHandler<'SELECT_QUOTE'> = async ({ dependencies, event, now }) => {
  const { clientId, quoteIds } = envelopeOf(event, 'SELECT_QUOTE').payload;
  const context = { event, catalog: dependencies.catalog, now };
  return async (trx) => {
    const selected = await bindableQuotes(trx, context, { clientId, quoteIds }, { lock: true });
    for (const { quote } of selected) {
      const selection = {
        triggerRequestId: event.triggerRequestId,
        selectedTimestamp: now.toISOString(),
      };
      await Quote.query(trx)
        .findById(quote.requestId)
        .patch({ metadata: { ...quote.metadata, selection } });
    }
    const quotes = selected.map(({ quote }) => ({
      quoteId: quote.requestId,
      lineId: quote.productId,
      lineName: quote.lineName,
      effectiveDate: quote.effectiveDate,
      premium: Number(quote.premium),
      expirationDate: quote.expiresAt?.toISOString() ?? null,
    }));
    return { clientId, metadata: answers('SELECT_QUOTE', { SELECT_QUOTE: { clientId, quotes } }) };
  };
};
