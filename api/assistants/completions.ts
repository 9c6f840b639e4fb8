import type { Caller } from '../http/caller.js';
import type { Page } from './found-page.js';
import { may } from './may.js';
import type { Operations } from './operations.js';

type Asking = { operations: Operations; caller: Caller };

const most = 20;

/** The names of products with a text in them. */
export async function productNames(text: string, context: Asking): Promise<string[]> {
  if (!may(context, 'listProducts')) return [];
  const { content } = await context.operations.call<Page<{ name: string }>>('listProducts', {
    query: { size: 100 },
  });
  const sought = text.toLowerCase();
  return content.map(({ name }) => name).filter((name) => name.toLowerCase().includes(sought));
}

/** The policies that a text finds: their numbers, or their ids. */
export async function policiesFound(
  text: string,
  context: Asking,
  by: 'policyNumber' | 'id',
): Promise<string[]> {
  if (text.trim().length < 3 || !may(context, 'searchPolicies')) return [];
  const body = { anyMatch: text, size: most };
  const { content } = await context.operations.call<Page<{ policyNumber: string; id: string }>>(
    'searchPolicies',
    {
      body,
    },
  );
  return content.map((policy) => policy[by]);
}
