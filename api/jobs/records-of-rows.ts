import { type NamedRow, readRecordsOfMany } from '../../db/events/named-records.js';
import { type RecordFault, recordFaults } from '../../db/events/record-faults.js';
import { subjectOfEvent } from '../../db/events/subject-of-event.js';
import type { NewJobRow } from '../../db/jobs/create-job.js';
import { productsOf } from '../../db/jobs/policies-of-rows.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import { namedRecords } from '../../domain/events/records-of-event.js';
import type { JobCells } from '../../domain/jobs/job-types.js';
import type { RowFaults } from './row-faults.js';
import type { RowSources, RowsToCheck } from './rows-to-check.js';

/** A row whose cells are an event. */
export interface ReadRow {
  row: number;
  cells: JobCells;
  envelope: EventEnvelope;
}

/** The rows of a batch as they are stored, and the faults of those whose records are unseen or of another product. */
export async function rowsWithRecords(
  { db, catalog }: RowSources,
  { organizationId, productId }: Pick<RowsToCheck, 'organizationId' | 'productId'>,
  read: readonly ReadRow[],
  faults: RowFaults,
): Promise<NewJobRow[]> {
  const envelopes = read.map(({ envelope }) => envelope);
  const found = await readRecordsOfMany(db, organizationId, envelopes);
  const records = new Map(found.map((record) => [keyOf(record), record]));
  const products = await productsOf(db, found);
  const stored: NewJobRow[] = [];
  for (const { row, cells, envelope } of read) {
    const named = recordsIn(envelope);
    const own = named.flatMap((record) => records.get(keyOf(record)) ?? []);
    for (const fault of await recordFaults(catalog, { organizationId, envelope, records: own }))
      faults.add(row, { column: columnOf(fault), detail: textOf(fault) });
    for (const record of named) {
      const product = products.get(keyOf(record));
      if (product !== undefined && product !== productId)
        faults.add(row, { column: columnOf(record), detail: "is of another product than the job's" });
    }
    const { clientId = null, policyId = null } = subjectOfEvent(envelope, own);
    stored.push({ cells, payload: envelope.payload, clientId, policyId });
  }
  return stored;
}

const keyOf = ({ kind, id }: Pick<NamedRow, 'kind' | 'id'>): string => `${kind} ${id}`;

const recordsIn = (envelope: EventEnvelope) =>
  (['CLIENT', 'QUOTE', 'POLICY', 'CLOCK'] as const).flatMap((kind) =>
    namedRecords(envelope, kind).map(({ id, path }) => ({ kind, id, path })),
  );

/** After `payload`. */
const columnOf = ({ path }: { path: readonly (string | number)[] }): string => String(path[1] ?? '');

const textOf = (fault: RecordFault): string =>
  fault.kind === 'UNSEEN' ? `there is no ${fault.what} ${fault.id}` : fault.detail;
