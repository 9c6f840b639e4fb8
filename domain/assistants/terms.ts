import { z } from 'zod';

const amount = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,3})?$/, 'must be an amount such as "2500.00"')
  .meta({ description: 'Of money.' });

/**
 * What the acts of a key or grant for assistants are bound to. A day is one of the organization's time zone.
 */
export const assistantTerms = z
  .strictObject({
    needsRelease: z
      .boolean()
      .optional()
      .meta({ description: '`true`: each act waits until a person releases it. Default: `false`.' }),
    actsPerDay: z
      .number()
      .int()
      .min(0)
      .max(100_000)
      .optional()
      .meta({ description: 'The most acts of a day. Default: no limit.' }),
    moneyPerDay: z
      .strictObject({ amount, currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency such as "USD"') })
      .optional()
      .meta({
        id: 'MoneyPerDay',
        description:
          'The most money that the acts of a day move, charged or returned. With it, no act in another currency. Default: no limit.',
      }),
  })
  .meta({ id: 'AssistantTerms' });

export type AssistantTerms = z.output<typeof assistantTerms>;
