import { json, text, timestamp, type WarehouseTable } from './warehouse-table.js';

const touches = [{ kind: 'CLIENT', rows: 'clients c where c.id in (:changed)' }] as const;

/** Clients, and their answers with the times for which they held. Erased ones are gone. */
export const tablesOfClients: readonly WarehouseTable[] = [
  {
    name: 'clients',
    key: ['client_id'],
    columns: {
      client_id: text('c.id'),
      organization_id: text('c.organization_id'),
      name: text('c.name'),
      type: text('c.type'),
      status: text('c.status'),
      location_code: text('c.location_code'),
      language: text('c.language'),
      answers: json('c.answers'),
      answers_valid_from: timestamp('c.answers_valid_from'),
      recorded_at: timestamp('c.created_at'),
      changed_at: timestamp('c.updated_at'),
    },
    from: 'clients c where c.clock_id is null and c.erased_at is null',
    recorded: 'c.created_at',
    touches,
  },
  {
    name: 'client_answers',
    key: ['client_id', 'valid_from'],
    columns: {
      client_id: text('c.id'),
      organization_id: text('c.organization_id'),
      answers: json('a.answers'),
      valid_from: timestamp('a.valid_from'),
      valid_until: timestamp('a.valid_until'),
    },
    from: `clients c
      cross join lateral (
        select h.answers, h.valid_from, h.valid_until from client_answer_history h where h.client_id = c.id
        union all select c.answers, c.answers_valid_from, null
      ) a
      where c.clock_id is null and c.erased_at is null`,
    recorded: 'c.created_at',
    touches,
  },
];
