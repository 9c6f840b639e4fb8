import { z } from 'zod';
import { clientStatus, clientType } from '../../domain/client/client.js';
import { uuid } from '../../domain/ground/primitives.js';
import { between, type Filters, type FilterValues } from '../filters.js';

const created = between('created_at', 'clients_listed');
const updated = between('updated_at', 'clients_updated');

/** A pattern for texts with this part, taken literally. */
export const anyPart = (said: string) => `%${said.replace(/[\\%_]/g, '\\$&')}%`;

/** Shorter texts are in most names, and no index finds them. */
export const partOfName = z.string().trim().min(3, 'must have three characters at least').max(255);

/** The filters of the list of clients. */
export const clientFilters = {
  clientId: { schema: uuid, column: 'id', index: 'clients_pkey' },
  clientName: {
    schema: partOfName,
    description: 'A part of the name, in upper or lower case; three characters at least.',
    column: 'name',
    compare: 'ilike',
    index: 'clients_name',
    bound: anyPart,
  },
  anyMatch: {
    schema: partOfName,
    description:
      'A part of the name or of a mail address, in upper or lower case, or a phone number, however it is typed; three characters at least.',
    column: 'answers',
    index: 'clients_contacts',
    writtenByList: true,
  },
  clientType: { schema: clientType, column: 'type', index: 'clients_listed' },
  clientStatus: { schema: clientStatus, column: 'status', index: 'clients_listed' },
  locationCode: { schema: z.string().min(1).max(255), column: 'location_code', index: 'clients_location' },
  clockId: { schema: uuid, description: 'The test clock.', column: 'clock_id', index: 'clients_clock' },
  createdFrom: created.from,
  createdTo: created.to,
  updatedFrom: updated.from,
  updatedTo: updated.to,
} as const satisfies Filters;

export type ClientFilter = FilterValues<typeof clientFilters>;

/** The orders of the list of clients, `-` for descending, each by an index. */
export const clientSorts = [
  ...(['-createdTimestamp', 'createdTimestamp', '-updatedTimestamp', 'updatedTimestamp'] as const),
  ...(['clientName', '-clientName'] as const),
] as const;
export type ClientSort = (typeof clientSorts)[number];
