import type { Database } from '../db/database.js';
import { seenBy } from '../db/models/visibility.js';
import type { PolicyFilters } from '../db/policies/search-policies.js';

/** A search that is measured: its filters are those of one policy of the book, so each finds something. */
export interface MeasuredSearch {
  name: string;
  filters: PolicyFilters;
  page?: number;
}

/** Which policy's texts are looked for, and where it is read and listed. */
export interface MeasuredPolicy {
  id: string;
  clientId: string;
  organizationId: string;
}

interface SampleRow extends Record<string, string | null> {
  policy_id: string;
  client_id: string;
  organization_id: string;
}

/** A policy in the middle of the book that has something in every field that is searched. */
export async function samplePolicy(
  db: Database,
  organizationId: string,
): Promise<{ policy: MeasuredPolicy; searches: MeasuredSearch[] }> {
  const { rows } = await db.raw<{ rows: SampleRow[] }>(
    `select s.*, p.client_id, r.agency_id, r.agency_name, r.producer_id, r.producer_first_name, r.producer_last_name,
        r.producer_email, r.producer_phone, r.carrier_id, r.carrier_name
      from policy_search s join policies p on p.id = s.policy_id join policy_parties r on r.id = s.parties_id
      where ${seenBy('policy_search', 's')} and s.insured_dba_name is not null and p.term_number > 1
      order by s.policy_id limit 1`,
    [organizationId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The book has no policy to look for.');
  const policy = { id: row.policy_id, clientId: row.client_id, organizationId: row.organization_id };
  return { policy, searches: searchesFor(row) };
}

function searchesFor(row: SampleRow): MeasuredSearch[] {
  const text = (column: string): string => String(row[column] ?? '');
  const month = text('effective_date').slice(0, 8);
  return [
    { name: 'no filter', filters: {} },
    { name: 'a late page', filters: {}, page: 400 },
    { name: 'effectiveDate', filters: { effectiveDateFrom: `${month}01`, effectiveDateTo: `${month}07` } },
    {
      name: 'expirationDate',
      filters: { expirationDateFrom: row.expiration_date ?? '', expirationDateTo: row.expiration_date ?? '' },
    },
    { name: 'policyNumber', filters: { policyNumber: text('policy_number') } },
    { name: 'insuredName', filters: { insuredName: text('insured_name') } },
    { name: 'insuredDbaName', filters: { insuredDbaName: text('insured_dba_name') } },
    { name: 'insuredContactFirstName', filters: { insuredContactFirstName: text('contact_first_name') } },
    { name: 'insuredContactLastName', filters: { insuredContactLastName: text('contact_last_name') } },
    { name: 'insuredContactEmail', filters: { insuredContactEmail: text('contact_email') } },
    { name: 'insuredContactPhone', filters: { insuredContactPhone: text('contact_phone') } },
    { name: 'agencyId', filters: { agencyId: text('agency_id') } },
    { name: 'agencyName', filters: { agencyName: text('agency_name') } },
    { name: 'producerId', filters: { producerId: text('producer_id') } },
    { name: 'producerFirstName', filters: { producerFirstName: text('producer_first_name') } },
    { name: 'producerLastName', filters: { producerLastName: text('producer_last_name') } },
    { name: 'producerEmail', filters: { producerEmail: text('producer_email') } },
    { name: 'producerPhone', filters: { producerPhone: text('producer_phone') } },
    { name: 'carrierId', filters: { carrierId: text('carrier_id') } },
    { name: 'carrierName', filters: { carrierName: text('carrier_name') } },
    { name: 'anyMatch', filters: { anyMatch: text('insured_name') } },
    {
      name: 'three filters',
      filters: {
        insuredContactLastName: text('contact_last_name'),
        agencyName: text('agency_name'),
        effectiveDateFrom: `${month}01`,
      },
    },
  ];
}
