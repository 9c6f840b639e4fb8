import { z } from 'zod';
import type { ZodOpenApiOverrideMetaContext } from 'zod-openapi/api';

/** A boolean in the query string: `true` or `false`, and `false` where absent. */
export const queryFlag = z
  .enum(['true', 'false'], 'must be true or false')
  .default('false')
  .transform((text) => text === 'true')
  .meta({
    override: ({ jsonSchema }: ZodOpenApiOverrideMetaContext) => {
      jsonSchema.type = 'boolean';
      jsonSchema.default = false;
      delete jsonSchema.enum;
    },
  });
