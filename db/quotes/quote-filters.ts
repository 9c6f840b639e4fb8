import { z } from 'zod';
import type { ZodOpenApiOverrideMetaContext } from 'zod-openapi/api';
import { calendarDate, uuid } from '../../domain/ground/primitives.js';
import { between, type Filters, type FilterValues } from '../filters.js';

/** The condition that an underwriter has to decide on a quote; its index has it, too. */
export const underReview = `outcome = 'QUOTED' and requires_underwriter_approval and underwriter_response is null`;

export const quoteOutcome = z.enum(['QUOTED', 'DECLINED']).meta({ id: 'QuoteOutcome' });

const created = between('quote_timestamp', 'quotes_listed_by_client_organization');
const effective = (compare: '>=' | '<=') =>
  ({
    schema: calendarDate,
    description: 'Inclusive.',
    ...{ column: 'effective_date', compare, index: 'quotes_client_organization_effective' },
  }) as const;

/** The filters of the list of quotes. Indexes of the quoting organization correspond to those of the client's. */
export const quoteFilters = {
  underReview: {
    schema: z.enum(['true', 'false'], 'must be true or false').meta({
      override: ({ jsonSchema }: ZodOpenApiOverrideMetaContext) => {
        jsonSchema.type = 'boolean';
        delete jsonSchema.enum;
      },
    }),
    description: 'Whether an underwriter still has to decide.',
    ...{ column: 'underwriter_response', index: 'quotes_under_review_by_client_organization' },
    condition: { true: underReview, false: `not (${underReview})` },
  },
  outcome: {
    schema: quoteOutcome,
    description: '`DECLINED`: declined in rating.',
    ...{ column: 'outcome', index: 'quotes_listed_by_client_organization' },
  },
  lineId: { schema: uuid, description: 'The product.', column: 'product_id', index: 'quotes_product' },
  clientId: { schema: uuid, column: 'client_id', index: 'quotes_client' },
  effectiveDateFrom: effective('>='),
  effectiveDateTo: effective('<='),
  createdFrom: created.from,
  createdTo: created.to,
} as const satisfies Filters;

export type QuoteFilter = FilterValues<typeof quoteFilters>;
