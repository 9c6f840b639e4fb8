import type { Database } from '../database.js';
import { Draft } from '../models/draft.js';
import { Person } from '../models/person.js';

export type DraftPlace = Pick<Draft, 'personId' | 'kind' | 'subjectId'>;
export type DraftToSave = DraftPlace & Pick<Draft, 'clientId' | 'title' | 'content'>;

/** More are refused: a person looks at these in one list. */
export const mostDrafts = 100;
/** How long a draft is kept after it was last saved. */
export const keptDays = 30;

export async function readDraft(
  db: Database,
  { personId, kind, subjectId }: DraftPlace,
): Promise<Draft | undefined> {
  return Draft.query(db).findById([personId, kind, subjectId]);
}

/** A person's drafts, the latest first. */
export async function listDrafts(db: Database, personId: string): Promise<Draft[]> {
  return Draft.query(db).where('person_id', personId).orderBy('updated_at', 'desc').limit(mostDrafts);
}

/**
 * Saves a draft over its version, which is 0 where there is none yet. `OTHER_VERSION`: it was saved or discarded
 * elsewhere meanwhile. `TOO_MANY`: the person has {@link mostDrafts}.
 */
export async function saveDraft(
  db: Database,
  draft: DraftToSave,
  { version, now }: { version: number; now: Date },
): Promise<Draft | 'OTHER_VERSION' | 'TOO_MANY'> {
  const { personId, kind, subjectId } = draft;
  return db.transaction(async (trx) => {
    // One at a time for a person, so that they are counted.
    await Person.query(trx).findById(personId).forUpdate();
    const known = await Draft.query(trx).findById([personId, kind, subjectId]);
    if ((known?.version ?? 0) !== version) return 'OTHER_VERSION';
    const saved = { ...draft, version: version + 1, updatedAt: now };
    if (known !== undefined) return known.$query(trx).patchAndFetch(saved);
    if ((await Draft.query(trx).where('person_id', personId).resultSize()) >= mostDrafts) return 'TOO_MANY';
    return Draft.query(trx).insertAndFetch(saved);
  });
}

/** Deletes a draft, if there is one. */
export async function deleteDraft(db: Database, { personId, kind, subjectId }: DraftPlace): Promise<void> {
  await Draft.query(db).deleteById([personId, kind, subjectId]);
}

/** Deletes drafts that nobody has saved since; returns their number. */
export async function deleteOldDrafts(db: Database, before: Date): Promise<number> {
  return Draft.query(db).delete().where('updated_at', '<', before);
}
