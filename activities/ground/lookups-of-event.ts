import type { Knex } from 'knex';
import { businessTimeOf, type TimeSources } from '../../db/clock.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import { earlierLookups, resultsOfEvent } from '../../db/lookups/data-lookups.js';
import type { CatalogVersion } from '../../db/products/catalog.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { earlierIn } from '../../domain/lookups/typed-answers.js';
import { type LookedUp, withLookups } from '../../domain/lookups/with-lookups.js';
import { ignoredMessages, withoutLookedUp } from '../../domain/lookups/without-looked-up.js';

/**
 * The answers of an event with those that its lookups have found, read from what is kept: nothing is asked. The version is
 * the one that rates them.
 */
export type ApplyLookups = (answers: AnswerMap) => LookedUp;

/** Reads what the lookups of an event have found, for a version that rates its answers. */
export async function lookupsOfEvent(
  { db, ...sources }: TimeSources & { db: Knex },
  event: AcceptedEvent,
  { compiled }: CatalogVersion,
): Promise<ApplyLookups> {
  const { lookups: actions, questionTypes: questions } = compiled;
  if (actions.size === 0) return (answers) => ({ answers, values: [], messages: [], stops: [] });
  const { type } = event.envelope;
  const isNew = type === 'GET_QUOTES';
  const [results, earlier, now] = await Promise.all([
    resultsOfEvent(db, event.triggerRequestId),
    isNew || event.policyId === null ? [] : earlierLookups(db, event.policyId),
    businessTimeOf(db, sources, event),
  ]);
  return (answers) => {
    const own = isNew ? withoutLookedUp(answers, questions) : { answers, ignored: [] };
    const looked = withLookups(own.answers, {
      actions,
      results,
      questions,
      isEarlier: earlierIn(earlier),
      now,
      forgets: type === 'POLICY_ENDORSEMENT_QUOTING',
    });
    return { ...looked, messages: [...ignoredMessages(own.ignored), ...looked.messages] };
  };
}
