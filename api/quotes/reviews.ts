import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { recordAudit } from '../../db/audit/record-audit.js';
import { auditedTime, businessTimeOf, holdStill, type TimeSources } from '../../db/clock.js';
import type { Database } from '../../db/database.js';
import { causedBy } from '../../db/identity/caused-by.js';
import { nameOfPerson, peopleWith } from '../../db/identity/people.js';
import { Person } from '../../db/models/person.js';
import { Quote } from '../../db/models/quote.js';
import { QuoteNote } from '../../db/models/quote-note.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { isUnderReview } from '../../domain/quote/underwriter-decision.js';
import { requireMentioned } from '../desk/people.js';
import { BadRequest, Conflict } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { auditOf, authorOf } from '../http/person.js';
import { rolesWith } from '../http/roles.js';
import { quoteToReview } from './quote-parties.js';
import { mostNotes, type QuoteNoteToAdd, type QuoteReview } from './review-schemas.js';

const underwriters = { permissions: ['*', 'quotes:decide'], roles: rolesWith('quotes:decide'), limit: 1_000 };

/** Who reviews referred quotes, and the notes of underwriters. */
export class Reviews {
  constructor(private readonly uses: TimeSources & { db: Database }) {}

  /** 404 for a quote that the caller cannot see, 403 for one that another organization decides. */
  async read(caller: Caller, quoteId: string): Promise<QuoteReview> {
    return reviewOf(this.uses.db, await quoteToReview(this.uses.db, caller, quoteId));
  }

  /** Assigns a quote to a person who may decide on it; by default to the caller. 409 if another one has it. */
  assign(caller: Caller, quoteId: string, { personId, from }: Taking & { personId?: string | undefined }) {
    return this.#assign(caller, quoteId, from, (trx) => assignee(trx, caller, personId));
  }

  /** Leaves a quote to anybody. 409 if another one has it. */
  release(caller: Caller, quoteId: string, { from }: Taking) {
    return this.#assign(caller, quoteId, from, async () => null);
  }

  /** Adds a note; `noteId` is its id if an earlier attempt may have added it. */
  async addNote(
    caller: Caller,
    quoteId: string,
    { text, mentions: people }: QuoteNoteToAdd,
    noteId: string = randomUUID(),
  ) {
    return this.uses.db.transaction(async (trx) => {
      const quote = await quoteToReview(trx, caller, quoteId, 'LOCKED');
      const count = await QuoteNote.query(trx).where('request_id', quoteId).resultSize();
      if (count >= mostNotes) throw new Conflict(`the quote has ${mostNotes} notes, which is the maximum`);
      const { organizationId } = caller;
      const mentions = await requireMentioned(trx, organizationId, people);
      const now = await timeOfDecision(trx, this.uses, quote);
      await QuoteNote.query(trx)
        .insert({
          id: noteId,
          requestId: quoteId,
          organizationId,
          text,
          mentions,
          createdAt: now,
          createdBy: authorOf(caller),
        })
        .onConflict('id')
        .ignore();
      await recordAudit(trx, {
        action: 'QUOTE_NOTED',
        organizationId,
        ...auditOf(caller),
        targetId: quoteId,
        details: auditedTime(quote, now),
      });
      return reviewOf(trx, quote);
    });
  }

  /** The people whom quotes can be assigned to. */
  async underwriters({ organizationId }: Caller) {
    const people = await peopleWith(this.uses.db, organizationId, underwriters);
    return { underwriters: people.map(reviewerOf) };
  }

  #assign(
    caller: Caller,
    quoteId: string,
    from: string | undefined,
    assignee: (trx: Knex) => Promise<string | null>,
  ): Promise<QuoteReview> {
    return this.uses.db.transaction(async (trx) => {
      const quote = await quoteToReview(trx, caller, quoteId, 'LOCKED');
      const to = await assignee(trx);
      const { assignedTo: before } = quote;
      if (before === to) return reviewOf(trx, quote);
      if (before !== null && before !== from && before !== caller.personId) {
        const { assignedTo } = await reviewOf(trx, quote);
        throw new Conflict(`the quote is assigned to ${assignedTo?.name}`, {
          code: 'ALREADY_ASSIGNED',
          extensions: { assignedTo },
        });
      }
      if (to !== null && !isUnderReview(quote)) throw new Conflict('the quote is not under review');
      const now = await timeOfDecision(trx, this.uses, quote);
      const assigned = { assignedTo: to, assignedAt: to === null ? null : now };
      await causedBy(trx, { createdBy: authorOf(caller) });
      await Quote.query(trx).findById(quoteId).patch(assigned);
      await recordAudit(trx, {
        action: 'QUOTE_ASSIGNED',
        organizationId: caller.organizationId,
        ...auditOf(caller),
        targetId: quoteId,
        details: { assignedTo: to, before, ...auditedTime(quote, now) },
      });
      return reviewOf(trx, Object.assign(quote, assigned));
    });
  }
}

interface Taking {
  /** The person who has the quote now. */
  from?: string | undefined;
}

/** The business time of a decision on a quote, whose clock stands still meanwhile: 409 while it advances. */
export async function timeOfDecision(trx: Knex, sources: TimeSources, quote: Quote): Promise<BusinessTime> {
  if (quote.clockId !== null) await holdStill(trx, quote.clockId);
  return businessTimeOf(trx, sources, quote);
}

/** A person of the caller's organization who may decide on quotes. */
async function assignee(
  db: Knex,
  caller: Caller,
  personId: string | undefined = caller.personId,
): Promise<string> {
  if (personId === undefined) {
    throw new BadRequest([{ field: 'personId', detail: 'is needed: an API key is no person' }]);
  }
  const [person] = await peopleWith(db, caller.organizationId, underwriters, personId);
  if (person !== undefined) return personId;
  const detail = 'must be a person of your organization who may decide on quotes';
  throw new BadRequest([{ field: 'personId', detail }]);
}

async function reviewOf(db: Knex, quote: Quote): Promise<QuoteReview> {
  const { requestId, assignedTo, assignedAt } = quote;
  const [person, notes] = await Promise.all([
    assignedTo === null ? undefined : Person.query(db).findById(assignedTo),
    QuoteNote.query(db).where('request_id', requestId).orderBy(['created_at', 'id']).limit(mostNotes),
  ]);
  return {
    requestId,
    underReview: isUnderReview(quote),
    ...(person !== undefined && { assignedTo: reviewerOf(person) }),
    ...(assignedAt !== null && { assignedTimestamp: assignedAt.toISOString() }),
    notes: notes.map(({ id, text, mentions, createdAt, createdBy }) => ({
      noteId: id,
      text,
      mentions,
      createdTimestamp: createdAt.toISOString(),
      createdBy,
    })),
  };
}

const reviewerOf = (person: Person) => ({ personId: person.id, name: nameOfPerson(person) });
