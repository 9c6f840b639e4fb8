import type { Database } from '../db/database.js';
import { Policy } from '../db/models/policy.js';
import { seenBy } from '../db/models/visibility.js';
import {
  filtersOf,
  type PolicyFilters,
  policyFilters,
  type TextFilter,
  textFilters,
} from '../db/policies/policy-filters.js';
import { addDays } from '../domain/ground/calendar.js';

/** A measured search: its filters are taken from one policy of the book, so that each has a result. */
export interface MeasuredSearch {
  name: string;
  filters: PolicyFilters;
  page?: number;
}

/** The policy whose texts are searched, and where it is read and listed. */
export interface MeasuredPolicy {
  id: string;
  clientId: string;
  organizationId: string;
}

/** What is read and searched in a book. */
export interface PolicySample {
  policy: MeasuredPolicy;
  /** Of some thousand policies. */
  ids: string[];
  filters: MeasuredSearch[];
  /** Of two and of three letters. */
  letters: [MeasuredSearch, MeasuredSearch];
}

const sampled = 5_000;

/** The length of the searched date ranges. */
const measuredDays = 7;

interface SampleRow extends Record<string, string | null> {
  policy_id: string;
  client_id: string;
  organization_id: string;
}

/** A policy in the middle of the book with a value in every searched field. */
export async function samplePolicy(db: Database, organizationId: string): Promise<PolicySample> {
  const { rows } = await db.raw<{ rows: SampleRow[] }>(
    `select r.*, s.*, p.client_id
      from policy_search s join policies p on p.id = s.policy_id join policy_parties r on r.id = s.parties_id
      where ${seenBy('policy_search', 's')} and s.insured_dba_name is not null and p.term_number > 1
      order by s.policy_id limit 1`,
    [organizationId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The book has no policy to search for.');
  const policy = { id: row.policy_id, clientId: row.client_id, organizationId: row.organization_id };
  const ofLetters = (count: number): MeasuredSearch => ({
    name: `insuredName of ${count}`,
    filters: { insuredName: row.insured_name?.slice(0, count) },
  });
  const visible = await Policy.query(db).modify('visibleTo', organizationId).select('id').limit(sampled);
  const ids = visible.map(({ id }) => id);
  return { policy, ids, filters: searchesFor(row), letters: [ofLetters(2), ofLetters(3)] };
}

function searchesFor(row: SampleRow): MeasuredSearch[] {
  const ofText = (name: TextFilter): PolicyFilters => ({ [name]: row[policyFilters[name].column] ?? '' });
  const dates: Record<string, PolicyFilters> = {};
  for (const name of filtersOf('DATE')) {
    const { column, compare } = policyFilters[name];
    const day = row[column] ?? '';
    const both = name.replace(/(From|To)$/, '');
    dates[both] = { ...dates[both], [name]: compare === '>=' ? day : addDays(day, measuredDays - 1) };
  }
  return [
    { name: 'no filter', filters: {} },
    { name: 'a late page', filters: {}, page: 400 },
    ...Object.entries(dates).map(([name, filters]) => ({ name, filters })),
    ...textFilters.map((name) => ({ name, filters: ofText(name) })),
    { name: 'anyMatch', filters: { anyMatch: row.insured_name ?? '' } },
    ...[3, 2, 1].flatMap((letters): MeasuredSearch[] => [
      { name: `insuredName of ${letters}`, filters: { insuredName: row.insured_name?.slice(0, letters) } },
      { name: `anyMatch of ${letters}`, filters: { anyMatch: row.insured_name?.slice(0, letters) } },
    ]),
    {
      name: 'three filters',
      filters: {
        ...ofText('insuredContactLastName'),
        ...ofText('agencyName'),
        effectiveDateFrom: row.effective_date ?? '',
      },
    },
  ];
}
