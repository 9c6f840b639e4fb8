import type { Database } from '../database.js';
import { Person } from '../models/person.js';
import { SavedView } from '../models/saved-view.js';

/** The most that a person keeps. */
export const mostViews = 50;

/** The views of a person, of one list or of all, by list and name. */
export async function readViews(
  db: Database,
  personId: string,
  list: string | undefined,
): Promise<SavedView[]> {
  return SavedView.query(db)
    .where({ person_id: personId, ...(list !== undefined && { list }) })
    .orderBy(['list', 'name', 'id']);
}

/** Saves a view of its person, a new one or over that of the id; or says why not. */
export async function saveView(
  db: Database,
  view: Pick<SavedView, 'id' | 'personId' | 'list' | 'name' | 'settings'>,
): Promise<SavedView | { refused: string }> {
  const { id, personId, list, name } = view;
  return db.transaction(async (trx) => {
    // Together they could be more than the most.
    await Person.query(trx).findById(personId).forUpdate().select('id');
    const own = await SavedView.query(trx).where({ person_id: personId });
    if (own.some((each) => each.id !== id && each.list === list && each.name === name)) {
      return { refused: `you have a view ${name} of this list already` };
    }
    if (own.some((each) => each.id === id)) {
      return SavedView.query(trx).patchAndFetchById(id, { list, name, settings: view.settings });
    }
    if (own.length >= mostViews) return { refused: `you have ${mostViews} views, which is the most` };
    if (await SavedView.query(trx).findById(id)) return { refused: 'the id is in use: make another one' };
    return SavedView.query(trx).insertAndFetch(view);
  });
}

/** Whether the person had the view. */
export async function deleteView(db: Database, personId: string, id: string): Promise<boolean> {
  return (await SavedView.query(db).delete().where({ person_id: personId, id })) > 0;
}
