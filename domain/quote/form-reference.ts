import { z } from 'zod';
import { uuid } from '../ground/primitives.js';

/** A generated form (spec 2.9) with its download URL. */
export const formReference = z
  .object({
    contentId: uuid,
    fileName: z.string(),
    formNumber: z.string(),
    formVersion: z.string(),
    type: z.enum(['PDF', 'HTML']).meta({ id: 'FormType' }),
    url: z.string().optional().meta({ description: 'For `GET /download/file` (an extension).' }),
    warnings: z.array(z.string()).optional().meta({
      description: 'What the document could not print (an extension): characters that no font has.',
    }),
  })
  .meta({ id: 'FormReference' });

export type LocatedForm = z.infer<typeof formReference>;
