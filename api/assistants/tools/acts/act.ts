import { z } from 'zod';
import { uuid } from '../../../../domain/ground/primitives.js';
import { acting, reading } from '../../tool.js';

const token = z.string().min(20).max(100).meta({ description: 'Of a preview' });

/** The operations that a preview may carry out. */
const operations = [
  'fireEvent',
  'addClientNote',
  'addQuoteNote',
  'createTask',
  'decideAsUnderwriter',
] as const;

/** The only tool that changes anything. */
export const act = acting({
  name: 'act',
  title: 'Do what was previewed',
  sentence:
    'Does what a preview said, once, by its token, if nothing has changed since; only after the user has seen the preview and wants it.',
  input: z.strictObject({ token }),
  operations,
  needs: 'ANY',
  acts: ({ token: given }, { acts }) => acts.act(given),
});

/** What became of an act. */
export const actStatus = reading({
  name: 'act_status',
  title: 'What became of an act',
  sentence: 'Says what became of an act: whether it is done, waits for a person, or was refused and why.',
  input: z.strictObject({ token: token.optional(), actId: uuid.optional() }),
  operations,
  needs: 'ANY',
  reads: ({ token: given, actId }, { acts }) =>
    acts.status({ ...(given !== undefined && { token: given }), ...(actId !== undefined && { actId }) }),
});
