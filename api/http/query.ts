import { z } from 'zod';
import type { ZodOpenApiOverrideMetaContext } from 'zod-openapi/api';

/** A boolean in the query string: `true` or `false`; default `false`. */
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

/** An integer in the query string. */
export const queryInteger = ({
  least,
  most,
  otherwise,
}: {
  least: number;
  most: number;
  otherwise: number;
}) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`)
    .default(otherwise)
    .meta({
      override: ({ jsonSchema }: ZodOpenApiOverrideMetaContext) => {
        Object.assign(jsonSchema, { type: 'integer', minimum: least, maximum: most, default: otherwise });
        delete jsonSchema.pattern;
      },
    });
