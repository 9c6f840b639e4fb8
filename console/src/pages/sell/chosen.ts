import { useEffect } from 'react';
import { ioi } from '../../api/client.js';
import { dayOfClock } from '../../api/clocks.js';
import { useAction } from '../../api/queries.js';
import { text, useFilters } from '../../parts/filters.js';
import { type Draft, today } from './draft.js';

const filters = { clientId: text, clockId: text };

export type Change = (to: (before: Draft) => Draft) => void;
export type Chosen = { clientId: string; clientName?: string | null } | undefined;

/** Takes a client's latest answers into the form; the URL can name the client, too. */
export function useChosenClient(productId: string, change: Change) {
  const [{ clientId }] = useFilters(filters);
  const choose = useAction(async (client: Chosen) => {
    if (client === undefined) {
      return change((before) => ({ ...before, clientId: undefined, clockId: undefined }));
    }
    const { clientData, clientName, clockId } = await ioi.clients.get(client.clientId, productId);
    const name = clientName ?? client.clientName ?? undefined;
    const onClock = await draftUnder(clockId ?? undefined);
    const chosen = { clientId: client.clientId, clientName: name, answers: clientData };
    change((before) => ({ ...before, ...chosen, ...(clockId && onClock) }));
  }, {});
  const { mutate } = choose;
  useEffect(() => {
    if (clientId !== undefined) mutate({ clientId });
  }, [clientId, mutate]);
  return choose;
}

/** Binds a new client to a clock, whose day the quote begins on then; the URL can name the clock, too. */
export function useChosenClock(change: Change) {
  const [{ clientId, clockId }] = useFilters(filters);
  const choose = useAction(async (chosen: string | undefined) => {
    const onClock = await draftUnder(chosen);
    change((before) => ({ ...before, ...onClock }));
  }, {});
  const { mutate } = choose;
  useEffect(() => {
    if (clockId !== undefined && clientId === undefined) mutate(clockId);
  }, [clientId, clockId, mutate]);
  return choose;
}

/** What a clock gives a draft. */
async function draftUnder(clockId: string | undefined): Promise<Pick<Draft, 'clockId' | 'effectiveDate'>> {
  if (clockId === undefined) return { clockId, effectiveDate: today() };
  return { clockId, effectiveDate: dayOfClock(await ioi.clocks.get(clockId)) };
}
