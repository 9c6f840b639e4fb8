import { ioi, type ListedClient, type PolicySummary } from '../api/client.js';
import { standingText } from '../parts/standing.js';
import { t, word } from '../texts/texts.js';
import { hasPage } from './areas.js';

export interface Found {
  /** The page. */
  path: string;
  text: string;
  /** What tells it apart from others of its name. */
  detail?: string | undefined;
  /** How it stands. */
  state?: string | undefined;
  group: FoundGroup;
}

/** What is found, in the order in which it is shown. */
export const foundGroups = ['recent', 'policies', 'clients', 'quotes', 'actions', 'pages'] as const;
type FoundGroup = (typeof foundGroups)[number];

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const most = 6;

/** Policies, clients and quotes by an id, or a part of a name, number, phone number or address, of those that the person may see. */
export async function find(text: string, signal: AbortSignal): Promise<Found[]> {
  if (text.length < 3) return [];
  const isId = uuid.test(text);
  const found = await Promise.all([
    hasPage('/policies/:policyId') ? (isId ? policy(text, signal) : policies(text, signal)) : [],
    hasPage('/clients/:clientId') ? clients(isId ? { clientId: text } : { anyMatch: text }, signal) : [],
    hasPage('/quotes/:quoteId') && isId ? quote(text, signal) : [],
  ]);
  return found.flat();
}

async function clients(by: { clientId?: string; anyMatch?: string }, signal: AbortSignal): Promise<Found[]> {
  const { content } = await ioi.clients.list({ ...by, size: most }, { signal });
  return content.map(clientFound);
}

const clientFound = ({ clientId, clientName, phone, email, clientStatus }: ListedClient): Found => ({
  path: `/clients/${clientId}`,
  text: clientName ?? t('clients.noName'),
  detail: [phone, email].filter(Boolean).join(' · '),
  state: word('clientStatus', clientStatus),
  group: 'clients',
});

/** Those whose number begins alike come first: among many that have the text anywhere, one is meant by its number. */
async function policies(text: string, signal: AbortSignal): Promise<Found[]> {
  const search = (by: object) => ioi.policies.search({ ...by, size: most }, { signal });
  const isNumber = /^[\w-]*\d[\w-]*$/.test(text);
  const [byNumber, byAny] = await Promise.all([
    isNumber ? search({ policyNumber: text, sort: 'policyNumber' }) : undefined,
    search({ anyMatch: text }),
  ]);
  const found = new Map([...(byNumber?.content ?? []), ...byAny.content].map((each) => [each.id, each]));
  return [...found.values()].slice(0, most).map(policyFound);
}

const policyFound = (policy: PolicySummary): Found => ({
  path: `/policies/${policy.id}`,
  text: policy.policyMeta.insuredName || policy.policyNumber,
  detail: `${policy.policyNumber} · ${policy.productName}`,
  state: standingText(policy.standing),
  group: 'policies',
});

/** An id may be that of another kind of record: then there is none of this kind. */
const policy = (id: string, signal: AbortSignal): Promise<Found[]> =>
  ioi.policies.get(id, {}, { signal }).then(
    ({ policy: found }) =>
      found
        ? [
            {
              path: `/policies/${id}`,
              text: found.policyMeta.insuredName || found.policyNumber,
              detail: `${found.policyNumber} · ${found.productName}`,
              state: found.standing && standingText(found.standing),
              group: 'policies',
            },
          ]
        : [],
    () => [],
  );

const quote = (id: string, signal: AbortSignal): Promise<Found[]> =>
  ioi.quotes.get(id, {}, { signal }).then(
    ({ lineName }) => [{ path: `/quotes/${id}`, text: lineName, detail: id, group: 'quotes' }],
    () => [],
  );
