import { z } from 'zod';

/** A boolean in the query string: `true` or `false`, and `false` where absent. */
export const queryFlag = z
  .enum(['true', 'false'], 'must be true or false')
  .default('false')
  .transform((text) => text === 'true')
  .meta({ override: { type: 'boolean', default: false } });
