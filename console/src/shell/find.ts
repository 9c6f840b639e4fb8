import { ioi } from '../api/client.js';
import { t, word } from '../texts/texts.js';
import { hasPage } from './areas.js';

export interface Found {
  /** The page. */
  path: string;
  text: string;
  /** What it is. */
  kind: string;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const most = 5;

/** Clients, policies and quotes by an id, a number or a part of a name, of those whose page the person may see. */
export async function find(text: string, signal: AbortSignal): Promise<Found[]> {
  if (text.length < 3) return [];
  const isId = uuid.test(text);
  const found = await Promise.all([
    hasPage('/clients/:clientId') ? clients(isId ? { clientId: text } : { clientName: text }, signal) : [],
    hasPage('/policies/:policyId') ? (isId ? policy(text, signal) : policies(text, signal)) : [],
    hasPage('/quotes/:quoteId') && isId ? quote(text, signal) : [],
  ]);
  return found.flat();
}

async function clients(
  by: { clientId?: string; clientName?: string },
  signal: AbortSignal,
): Promise<Found[]> {
  const { content } = await ioi.clients.list({ ...by, size: most }, { signal });
  return content.map(({ clientId, clientName, clientStatus }) => ({
    path: `/clients/${clientId}`,
    text: clientName ?? t('clients.noName'),
    kind: word('clientStatus', clientStatus),
  }));
}

async function policies(anyMatch: string, signal: AbortSignal): Promise<Found[]> {
  const { content } = await ioi.policies.search({ anyMatch, size: most }, { signal });
  return content.map(({ id, policyNumber }) => policyFound(id, policyNumber));
}

const policyFound = (id: string, number: string): Found => ({
  path: `/policies/${id}`,
  text: number,
  kind: t('palette.policy'),
});

/** An id may be that of another kind of record: then there is none of this kind. */
const policy = (id: string, signal: AbortSignal): Promise<Found[]> =>
  ioi.policies.get(id, {}, { signal }).then(
    ({ policy }) => (policy ? [policyFound(id, policy.policyNumber)] : []),
    () => [],
  );

const quote = (id: string, signal: AbortSignal): Promise<Found[]> =>
  ioi.quotes.get(id, {}, { signal }).then(
    ({ lineName }) => [{ path: `/quotes/${id}`, text: lineName, kind: t('palette.quote') }],
    () => [],
  );
