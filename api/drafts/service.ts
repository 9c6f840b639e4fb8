import type { Database } from '../../db/database.js';
import * as stored from '../../db/drafts/drafts.js';
import { Client } from '../../db/models/client.js';
import type { Draft } from '../../db/models/draft.js';
import { Policy } from '../../db/models/policy.js';
import { Product } from '../../db/models/product.js';
import { Conflict, NotFound, refuseFields } from '../errors/app-error.js';
import { type Caller, personOf } from '../http/caller.js';
import {
  type DraftHead,
  type DraftParams,
  type DraftToSave,
  type DraftView,
  longestDraft,
} from './schemas.js';

const noDrafts = 'an API key has no drafts';

/** What the caller, a person, has entered and not sent yet. It is kept by system time, whatever it is about. */
export class Drafts {
  constructor(private readonly uses: { db: Database; now: () => Date }) {}

  async list(caller: Caller): Promise<{ drafts: DraftHead[] }> {
    const drafts = await stored.listDrafts(this.uses.db, personOf(caller, noDrafts));
    return {
      drafts: drafts.map((draft) => {
        const { content: _, ...head } = draftObject(draft);
        return head;
      }),
    };
  }

  async read(caller: Caller, params: DraftParams): Promise<DraftView> {
    const place = placeOf(caller, params);
    await this.#clientOf(caller, params);
    const draft = await stored.readDraft(this.uses.db, place);
    if (draft !== undefined) return draftObject(draft);
    const { kind, subjectId } = place;
    const none = { clientId: null, title: null, version: 0, updatedTimestamp: null, content: null };
    return { kind, subjectId, ...none };
  }

  async save(caller: Caller, params: DraftParams, { version, ...given }: DraftToSave): Promise<DraftView> {
    const { db, now } = this.uses;
    const place = placeOf(caller, params);
    const clientId = await this.#clientOf(caller, params, given.clientId);
    const isLong = JSON.stringify(given.content).length > longestDraft;
    refuseFields(
      isLong ? [{ field: 'content', detail: `must have at most ${longestDraft} characters as JSON` }] : [],
    );
    const saved = await stored.saveDraft(db, { ...place, ...given, clientId }, { version, now: now() });
    if (saved === 'OTHER_VERSION')
      throw new Conflict('the draft was saved or discarded elsewhere meanwhile', { code: 'DRAFT_CHANGED' });
    if (saved === 'TOO_MANY') throw new Conflict(`you have ${stored.mostDrafts} drafts: discard one of them`);
    return draftObject(saved);
  }

  discard(caller: Caller, params: DraftParams): Promise<void> {
    return stored.deleteDraft(this.uses.db, placeOf(caller, params));
  }

  /** The client whom a draft is about, if it is known. 404 if the organization does not see its subject. */
  async #clientOf(
    { organizationId }: Caller,
    { draftKind, subjectId }: DraftParams,
    clientId: string | null = null,
  ): Promise<string | null> {
    const { db } = this.uses;
    if (draftKind === 'ENDORSEMENT') {
      const policy = await Policy.query(db).findById(subjectId).modify('visibleTo', organizationId);
      if (policy === undefined) throw new NotFound('policy', subjectId);
      return policy.clientId;
    }
    const product = await Product.query(db).findById(subjectId).modify('visibleTo', organizationId);
    if (product === undefined) throw new NotFound('product', subjectId);
    if (clientId === null) return null;
    const client = await Client.query(db).findById(clientId).modify('visibleTo', organizationId);
    if (client === undefined) throw new NotFound('client', clientId, { field: 'clientId' });
    return clientId;
  }
}

const placeOf = (caller: Caller, { draftKind, subjectId }: DraftParams): stored.DraftPlace => ({
  personId: personOf(caller, noDrafts),
  kind: draftKind,
  subjectId,
});

export function draftObject({
  kind,
  subjectId,
  clientId,
  title,
  content,
  version,
  updatedAt,
}: Draft): DraftView {
  return { kind, subjectId, clientId, title, version, updatedTimestamp: updatedAt.toISOString(), content };
}
