import { z } from 'zod';
import { type Found, type FoundClient, foundInWords } from '../../../domain/assistants/found.js';
import type { SummaryPage } from '../../policies/search-schemas.js';
import type { ListedQuote } from '../../quotes/list-schemas.js';
import { foundOn, type Page } from '../found-page.js';
import { may } from '../may.js';
import { reading, type ToolContext } from '../tool.js';

const mostOfKind = 5;

/** What a person would say: a name, a phone number, an e-mail address, a policy number. */
export const find = reading({
  name: 'find',
  title: 'Find clients, policies and quotes',
  sentence:
    'Finds clients, policies and quotes by what a person would say: a part of a name, phone number, e-mail address or policy number.',
  input: z.strictObject({
    text: z.string().trim().min(3, 'must have three characters at least').max(255),
  }),
  operations: ['listClients', 'searchPolicies', 'listQuotes'],
  needs: 'ANY',
  reads: async ({ text }, context) => {
    const [clients, policies] = await Promise.all([clientsBy(text, context), policiesBy(text, context)]);
    const only = clients?.list.length === 1 ? clients.list[0] : undefined;
    const quotes = only && (await quotesOf(only.clientId, context));
    return foundInWords({ text, clients, policies, quotes });
  },
});

async function clientsBy(text: string, context: ToolContext): Promise<Found<FoundClient> | undefined> {
  if (!may(context, 'listClients')) return undefined;
  const query = { anyMatch: text, size: mostOfKind };
  return foundOn(await context.operations.call<Page<FoundClient>>('listClients', { query }));
}

async function policiesBy(text: string, context: ToolContext) {
  if (!may(context, 'searchPolicies')) return undefined;
  const body = { anyMatch: text, size: mostOfKind };
  return foundOn(await context.operations.call<SummaryPage>('searchPolicies', { body }));
}

async function quotesOf(clientId: string, context: ToolContext) {
  if (!may(context, 'listQuotes')) return undefined;
  const query = { clientId, size: mostOfKind };
  return foundOn(await context.operations.call<Page<ListedQuote>>('listQuotes', { query }));
}
