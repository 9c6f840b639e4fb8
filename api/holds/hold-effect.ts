import { z } from 'zod';
import { uuid } from '../../domain/ground/primitives.js';
import { holdAction } from '../../domain/holds/hold.js';
import type { Stop } from '../../domain/quote/stopped-quote.js';

/** What a hold would do with something that is only previewed. */
export const holdEffect = z
  .object({
    holdId: uuid,
    action: holdAction,
    message: z.string().meta({ description: 'With its title, days and place, and what it stops.' }),
  })
  .meta({ id: 'HoldEffect' });
export type HoldEffect = z.infer<typeof holdEffect>;

export const effectOf = ({ holdId, action, message }: Stop): HoldEffect => ({ holdId, action, message });
