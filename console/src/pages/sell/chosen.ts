import { useEffect } from 'react';
import { ioi } from '../../api/client.js';
import { dayOfClock } from '../../api/clocks.js';
import { useAction } from '../../api/queries.js';
import { text, useFilters } from '../../parts/filters.js';
import { type Change, type Draft, saleRules, today } from './draft.js';

const filters = { clientId: text, clockId: text };

/** `keepsTyped`: what was entered for somebody new stays, beside the client's answers. */
export type Chosen = { clientId: string; clientName?: string | null; keepsTyped?: boolean } | undefined;

/** Takes a client's latest answers into the form. The URL can name the client, too, for a form without an entry. */
export function useChosenClient(productId: string, draft: Draft, change: Change) {
  const [{ clientId }] = useFilters(filters);
  const isFree = saleRules.isEmpty(draft);
  const choose = useAction(async (client: Chosen) => {
    if (client === undefined) {
      return change((before) => ({ ...before, clientId: undefined, clockId: undefined }));
    }
    const { clientData, clientName, clockId } = await ioi.clients.get(client.clientId, productId);
    const name = clientName ?? client.clientName ?? undefined;
    const onClock = await draftUnder(clockId ?? undefined);
    const chosen = { clientId: client.clientId, clientName: name, answers: clientData };
    change((before) => ({
      ...before,
      ...chosen,
      ...(client.keepsTyped && { answers: { ...clientData, ...before.answers } }),
      ...(clockId && onClock),
    }));
  }, {});
  const { mutate } = choose;
  useEffect(() => {
    if (clientId !== undefined && isFree) mutate({ clientId });
  }, [clientId, isFree, mutate]);
  const isOther = clientId !== undefined && !isFree && clientId !== draft.clientId;
  return { ...choose, other: isOther ? clientId : undefined };
}

/** Binds a new client to a clock, whose day the quote begins on then; the URL can name the clock, too. */
export function useChosenClock(draft: Draft, change: Change) {
  const [{ clientId, clockId }] = useFilters(filters);
  const isFree = saleRules.isEmpty(draft);
  const choose = useAction(async (chosen: string | undefined) => {
    const onClock = await draftUnder(chosen);
    change((before) => ({ ...before, ...onClock }));
  }, {});
  const { mutate } = choose;
  useEffect(() => {
    if (clockId !== undefined && clientId === undefined && isFree) mutate(clockId);
  }, [clientId, clockId, isFree, mutate]);
  return choose;
}

/** What a clock gives a draft. */
async function draftUnder(clockId: string | undefined): Promise<Pick<Draft, 'clockId' | 'effectiveDate'>> {
  if (clockId === undefined) return { clockId, effectiveDate: today() };
  return { clockId, effectiveDate: dayOfClock(await ioi.clocks.get(clockId)) };
}
