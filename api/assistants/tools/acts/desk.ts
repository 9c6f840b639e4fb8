import { z } from 'zod';
import type { FoundClient } from '../../../../domain/assistants/found.js';
import { ofProduct, outside } from '../../../../domain/assistants/outside.js';
import { messageLines, priceInWords } from '../../../../domain/assistants/price.js';
import { day } from '../../../../domain/assistants/words.js';
import { contentHash } from '../../../../domain/ground/canonical-json.js';
import { calendarDate, uuid } from '../../../../domain/ground/primitives.js';
import { taskPriority } from '../../../../domain/tasks/task.js';
import { mayFire } from '../../../http/caller.js';
import { roleNames } from '../../../http/roles.js';
import { ToolRefused } from '../../carry-out.js';
import type { Page } from '../../found-page.js';
import { may } from '../../may.js';
import { previewing, type ToolContext } from '../../tool.js';
import { firing, named, subjectPolicy, subjectQuote } from './policy-subject.js';

const about = {
  clientId: uuid.optional(),
  quoteId: uuid.optional(),
  policyId: uuid.optional(),
};
type About = z.output<z.ZodObject<typeof about>>;

/** The one record that is named. */
function oneOf({ clientId, quoteId, policyId }: About): { kind: keyof About; id: string } {
  const named = Object.entries({ clientId, quoteId, policyId }).filter(([, id]) => id !== undefined);
  if (named.length !== 1) throw new ToolRefused('Name one of clientId, quoteId and policyId.');
  return { kind: named[0]?.[0] as keyof About, id: String(named[0]?.[1]) };
}

const readBy = { clientId: 'listClients', quoteId: 'getQuote', policyId: 'getPolicySections' } as const;

/** The record as people call it, for those who may read it. Refuses one that is not there for the caller. */
async function calledBy(kind: keyof About, id: string, context: ToolContext): Promise<string> {
  const { operations } = context;
  if (!may(context, readBy[kind])) return `the ${kind.replace('Id', '')}`;
  if (kind === 'policyId') return named(await subjectPolicy(operations, id));
  if (kind === 'quoteId') {
    const { lineName } = await subjectQuote(operations, id);
    return `a quote of ${ofProduct(lineName)}`;
  }
  const query = { clientId: id };
  const { content } = await operations.call<Page<Pick<FoundClient, 'clientName'>>>('listClients', { query });
  if (content[0] === undefined) throw new ToolRefused(`There is no client ${id}: ask \`find\` for its id.`);
  return `client ${outside(content[0].clientName ?? 'without a name')}`;
}

/** Of notes on clients and on quotes. */
const notePermissions = ['clients:write', 'quotes:decide'] as const;

/** A note on a client, a quote or a policy. */
export const addNote = previewing({
  name: 'add_note',
  title: 'Preview a note',
  sentence:
    'Previews a note on a client, a quote or a policy, for the people of the organization; `act` writes it.',
  input: z.strictObject({ ...about, text: z.string().trim().min(1).max(4_000) }),
  operations: ['addClientNote', 'addQuoteNote', 'fireEvent', 'getPolicySections'],
  also: Object.values(readBy),
  needs: 'ANY',
  isFor: (caller) =>
    notePermissions.some((permission) => caller.permissions.has(permission)) ||
    mayFire(caller, 'POLICY_EVENT_RECORD'),
  previews: async ({ text, ...of }, context) => {
    const { kind, id } = oneOf(of);
    const { operation, called } = await noteOn(kind, id, text, context);
    return {
      operation,
      title: `Write a note on ${called}`,
      changes: `The note: ${outside(text, 4_000)}`,
      about: { [kind]: id },
      basis: id,
    };
  },
});

/** What writes a note, and how people call what it is on. */
async function noteOn(kind: keyof About, id: string, text: string, context: ToolContext) {
  const { operations, caller } = context;
  if (kind === 'policyId') {
    if (!mayFire(caller, 'POLICY_EVENT_RECORD'))
      throw new ToolRefused('This key may not write notes on policies.');
    const subject = await subjectPolicy(operations, id);
    const note = { policyId: id, type: 'NOTE', description: text };
    return {
      operation: firing('POLICY_EVENT_RECORD', subject.policy.productId, note),
      called: named(subject),
    };
  }
  const operationId = kind === 'clientId' ? 'addClientNote' : 'addQuoteNote';
  if (!may(context, operationId))
    throw new ToolRefused(`This key may not write notes on ${kind === 'clientId' ? 'clients' : 'quotes'}.`);
  return {
    operation: { operationId, params: { [kind]: id }, body: { text } },
    called: await calledBy(kind, id, context),
  };
}

/** A task for a person or a role. */
export const makeTask = previewing({
  name: 'make_task',
  title: 'Preview a task',
  sentence: 'Previews a task about a client, a quote or a policy for a role; `act` makes it.',
  input: z.strictObject({
    ...about,
    title: z.string().trim().min(1).max(300),
    role: z.enum(roleNames).optional(),
    dueOn: calendarDate.optional(),
    priority: taskPriority.optional(),
  }),
  operations: ['createTask'],
  also: Object.values(readBy),
  previews: async ({ clientId, quoteId, policyId, ...task }, context) => {
    const { kind, id } = oneOf({ clientId, quoteId, policyId });
    const { role, dueOn } = task;
    return {
      operation: { operationId: 'createTask', body: { ...task, about: { [kind]: id } } },
      title: `Make a task about ${await calledBy(kind, id, context)}`,
      changes: `The task: ${outside(task.title, 300)}${role === undefined ? '' : `, for ${role}`}${dueOn === undefined ? '' : `, due on ${day(dueOn)}`}`,
      about: { [kind]: id },
      basis: id,
    };
  },
});

/** An underwriter's decision on a quote. */
export const decideReferral = previewing({
  name: 'decide_referral',
  title: "Preview an underwriter's decision",
  sentence:
    'Previews the approval or decline of a quote under review, with why it was referred; `act` records it.',
  input: z.strictObject({
    quoteId: uuid.meta({ description: 'Of list_queue' }),
    approve: z.boolean(),
    notes: z.string().max(4_000).optional(),
  }),
  operations: ['getQuote', 'decideAsUnderwriter'],
  previews: async ({ quoteId, approve, notes }, { operations }) => {
    const found = await subjectQuote(operations, quoteId);
    const { quoteDetails, messages, lineName, clientId } = found;
    if (!found.requiresUnderwriterApproval)
      throw new ToolRefused('The quote does not wait for an underwriter.');
    return {
      operation: {
        operationId: 'decideAsUnderwriter',
        params: { quoteId },
        body: { isApproved: approve, ...(notes !== undefined && { underwriterNotes: notes }) },
      },
      title: `${approve ? 'Approve' : 'Decline'} a quote of ${ofProduct(lineName)}`,
      changes: [
        ...(quoteDetails === undefined ? [] : [`- ${priceInWords(quoteDetails)}.`]),
        '- Why it was referred:',
        ...messageLines(messages),
        approve ? '- The quote can then be bound.' : '- The quote cannot be bound any more.',
        ...(notes === undefined ? [] : [`- Notes: ${outside(notes, 1_000)}`]),
      ].join('\n'),
      about: { quoteId, ...(clientId !== undefined && { clientId }) },
      basis: contentHash([found.version, found.requiresUnderwriterApproval, quoteDetails?.premium]),
    };
  },
});
