import { z } from 'zod';
import { attentionInWords, referralsInWords, tasksInWords } from '../../../domain/assistants/queues.js';
import type { PolicyForAttentionObject } from '../../policies/attention-schemas.js';
import type { ListedQuote } from '../../quotes/list-schemas.js';
import type { TaskView } from '../../tasks/task-schema.js';
import { ToolRefused } from '../carry-out.js';
import { foundOn, type Page } from '../found-page.js';
import { may } from '../may.js';
import { reading } from '../tool.js';

const most = 10;
const operationOf = {
  referrals: 'listQuotes',
  tasks: 'listTasks',
  attention: 'listPoliciesForAttention',
} as const;

/** What waits for people. */
export const listQueue = reading({
  name: 'list_queue',
  title: 'List what waits for people',
  sentence:
    'Lists referrals to underwriters, open tasks, or policies that need attention (past due, under notice, renewal waits).',
  input: z.strictObject({
    queue: z.enum(['referrals', 'tasks', 'attention']),
    page: z.int().min(1).max(100).default(1),
  }),
  operations: Object.values(operationOf),
  needs: 'ANY',
  reads: async ({ queue, page: number }, context) => {
    const { operations } = context;
    if (!may(context, operationOf[queue]))
      throw new ToolRefused(`The permission to list ${queue} is missing. Tell the user.`);
    const page = { page: number - 1, size: most };
    switch (queue) {
      case 'referrals': {
        const query = { ...page, underReview: true, oldestFirst: true };
        return referralsInWords(foundOn(await operations.call<Page<ListedQuote>>('listQuotes', { query })));
      }
      case 'tasks':
        return tasksInWords(foundOn(await operations.call<Page<TaskView>>('listTasks', { query: page })));
      case 'attention': {
        const asked = { query: page };
        return attentionInWords(
          foundOn(await operations.call<Page<PolicyForAttentionObject>>('listPoliciesForAttention', asked)),
        );
      }
    }
  },
});
