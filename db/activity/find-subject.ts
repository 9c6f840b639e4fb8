import type { Database } from '../database.js';
import { seen } from './sources/seen.js';
import type { ActivitySubject, SubjectKind } from './sources/source.js';

/** For each kind of subject: its test clock, and whether its client was erased, if the organization sees it. */
const statements: Readonly<Record<SubjectKind, string>> = {
  CLIENT: `select r.clock_id, false as erased from clients r where r.id = :id and r.erased_at is null
    and (r.organization_id = :organizationId
      or exists (select from policies p where p.client_id = r.id and ${seen('policies', 'p')}))`,
  POLICY: `select r.clock_id, c.erased_at is not null as erased from policies r join clients c on c.id = r.client_id
    where r.id = :id and ${seen('policies')}`,
  QUOTE: `select r.clock_id, c.erased_at is not null as erased from quotes r left join clients c on c.id = r.client_id
    where r.request_id = :id and ${seen('quotes')}`,
};

/**
 * The subject of a feed: a client of the organization, or of a policy that it issued, a policy or a quote that it sees. Undefined
 * if there is none.
 */
export async function findSubject(
  db: Database,
  organizationId: string,
  { kind, id }: Pick<ActivitySubject, 'kind' | 'id'>,
): Promise<(ActivitySubject & { isErased: boolean }) | undefined> {
  const { rows } = await db.raw<{ rows: { clock_id: string | null; erased: boolean }[] }>(statements[kind], {
    id,
    organizationId,
  });
  const [found] = rows;
  return found && { kind, id, hasClock: found.clock_id !== null, isErased: found.erased };
}
