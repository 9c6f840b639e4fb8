import { z } from 'zod';
import { uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';

const list = z
  .string()
  .regex(/^[a-z][a-zA-Z-]{0,39}$/, 'must be the name of a list, such as policies')
  .meta({ description: 'The list, such as `policies`.' });
const text = z.string().max(255);

const viewFields = z
  .object({
    list,
    name: z.string().trim().min(1).max(80),
    filters: z
      .record(z.string().min(1).max(40), text)
      .refine((filters) => Object.keys(filters).length <= 40, 'has 40 filters at most')
      .meta({ description: "The list's filters with their values." }),
    sort: z.string().max(40).optional().meta({ description: 'As the list takes it; absent: its own.' }),
    columns: z
      .array(z.string().min(1).max(40))
      .max(40)
      .optional()
      .meta({ description: 'The columns that are shown, in their order; absent: those of the list.' }),
    density: z
      .enum(['COMFORTABLE', 'COMPACT'])
      .optional()
      .meta({ id: 'ListDensity', description: 'How high rows are.' }),
  })
  .meta({ id: 'SavedViewSettings' });

const savedView = viewFields.extend({ viewId: uuid }).meta({ id: 'SavedView' });
export type SavedViewObject = z.output<typeof savedView>;
export type SavedViewRequest = z.output<typeof viewFields>;

const params = z.object({ viewId: uuid });
const ofKey = 'The caller is an API key, which has no views';

export const listViews = endpoint({
  method: 'get',
  path: '/me/view',
  operationId: 'listMyViews',
  summary: 'List your views',
  description:
    'What you want to see of lists, each under a name: filters, sort, columns. Nobody else sees them. An extension.',
  tags: ['Authentication'],
  query: z.object({ list: list.optional() }),
  responses: {
    200: {
      description: 'The views, by list and name; 50 at most.',
      schema: z.object({ views: z.array(savedView) }).meta({ id: 'SavedViews' }),
    },
    409: { description: `${ofKey}.` },
  },
});

export const putView = endpoint({
  method: 'put',
  path: '/me/view/:viewId',
  operationId: 'saveMyView',
  summary: 'Save a view',
  description:
    'Under an id that the caller makes: a new one, or an own one, which is replaced. You can keep 50. An extension.',
  tags: ['Authentication'],
  params,
  body: viewFields,
  bodyExample: {
    list: 'policies',
    name: 'Renewals of June',
    filters: { policyState: 'ACTIVE', expirationDateFrom: '2027-06-01', expirationDateTo: '2027-06-30' },
    sort: 'expirationDate',
    columns: ['policyNumber', 'insuredName', 'expirationDate', 'premium'],
  },
  responses: {
    200: { description: 'The view.', schema: savedView },
    409: { description: `${ofKey}; or you have a view of that name, or 50 already.` },
  },
});

export const removeView = endpoint({
  method: 'delete',
  path: '/me/view/:viewId',
  operationId: 'deleteMyView',
  summary: 'Delete a view',
  description: 'An extension.',
  tags: ['Authentication'],
  params,
  responses: {
    204: { description: 'Deleted.' },
    404: { description: 'You have no such view.' },
    409: { description: `${ofKey}.` },
  },
});
