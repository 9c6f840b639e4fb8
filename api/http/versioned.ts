import { z } from 'zod';
import { instant } from '../../domain/ground/primitives.js';

/** The fields of a record that say which state of it was read: as the feed of changes has them. */
export const versionFields = {
  version: z.number().int().meta({ description: 'It grows with each change of the record.' }),
  updatedTimestamp: instant.meta({ description: 'When it was changed last, or else created.' }),
};
