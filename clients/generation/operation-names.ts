import type { Operation } from './contract.js';

/** The resource of a tag, and its noun in operation ids. Operations of other tags are no part of the clients. */
const resources: Readonly<Record<string, { name: string; noun: RegExp }>> = {
  Authentication: { name: 'authentication', noun: /^$/ },
  Products: { name: 'products', noun: /Products?/ },
  'Product authoring': { name: 'products', noun: /Products?/ },
  Clocks: { name: 'clocks', noun: /Clocks?/ },
  'Client data': { name: 'clients', noun: /Clients?/ },
  Events: { name: 'events', noun: /Events?/ },
  Jobs: { name: 'jobs', noun: /Jobs?/ },
  Holds: { name: 'holds', noun: /Holds?/ },
  Tasks: { name: 'tasks', noun: /Tasks?/ },
  Assistants: { name: 'assistants', noun: /AssistantActs?/ },
  Books: { name: 'books', noun: /Books?/ },
  Quotes: { name: 'quotes', noun: /Quotes?/ },
  Policies: { name: 'policies', noun: /Polic(y|ies)/ },
  Ledger: { name: 'ledger', noun: /Ledger/ },
  Files: { name: 'files', noun: /Files?/ },
  Mail: { name: 'mails', noun: /Mails?/ },
  Documents: { name: 'documents', noun: /Document/ },
  Downloads: { name: 'documents', noun: /Document/ },
  Reports: { name: 'reports', noun: /Report/ },
  Inbound: { name: 'inbound', noun: /Inbound/ },
  Webhooks: { name: 'webhooks', noun: /Webhook/ },
  Utilities: { name: 'utilities', noun: /^$/ },
  Administration: { name: 'administration', noun: /^$/ },
  Audit: { name: 'audit', noun: /Audit/ },
};

/** Ids whose rule would give a name that hides what the request does. */
const exceptions: Readonly<Record<string, string>> = {
  saveClient: 'put',
  copyUnderClock: 'copy',
  getFileRecord: 'get',
};

/** What programs call an operation, such as `policies.search`; undefined for those that integrators do not call. */
export function nameOfOperation({ id, tag }: Operation): { resource: string; method: string } | undefined {
  const resource = resources[tag];
  return resource && { resource: resource.name, method: exceptions[id] ?? methodOf(id, resource.noun) };
}

/** `getPolicyTimeline` as `timeline`, `getPolicy` as `get`, `searchPolicies` as `search`. */
function methodOf(id: string, noun: RegExp): string {
  const short = id.replace(noun, '');
  return lowerFirst(short.startsWith('get') && short.length > 3 ? short.slice(3) : short);
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
