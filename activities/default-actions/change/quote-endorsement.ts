import type { AnswerMap } from '../../../domain/intake/answers.js';
import { changedByLookups } from '../../../domain/lookups/changed-by-lookups.js';
import { recordsJudged } from '../../../domain/lookups/judged-by-lookups.js';
import type { LookedUp } from '../../../domain/lookups/with-lookups.js';
import { ignoredMessages, keepingLookedUp } from '../../../domain/lookups/without-looked-up.js';
import type { DefaultActionHandler } from '../../ground/default-action.js';
import { lookupsOfEvent } from '../../ground/lookups-of-event.js';
import { endorsementRequest } from '../../policy-changes/endorsement-request.js';
import { policyOfEvent } from '../../policy-changes/policy-of-event.js';
import { quoteChange, storeQuotes } from '../../policy-changes/quote-change.js';
import { versionOfPolicy } from '../../policy-changes/rate-policy.js';

/**
 * Rates a change of answers as a quote of type `ENDORSEMENT`, for the rest of the term. What its lookups have found is part of
 * the change.
 */
export const quoteEndorsement: DefaultActionHandler<'QUOTE_ENDORSEMENT'> = async (work) => {
  const { event, dependencies } = work;
  const request = endorsementRequest(event);
  const policy = await policyOfEvent(dependencies.db, event, request.policyId);
  const version = await versionOfPolicy(work, policy);
  const apply = await lookupsOfEvent(dependencies, event, version);
  let found: LookedUp | undefined;
  const changed = (onDay: AnswerMap): AnswerMap => {
    const { answers: asked, ignored } = keepingLookedUp(
      onDay,
      request.changed(onDay),
      version.compiled.questionTypes,
    );
    const looked = apply({ ...onDay, ...asked });
    found = { ...looked, messages: [...ignoredMessages(ignored), ...looked.messages] };
    return changedByLookups(onDay, asked, found.answers);
  };
  const made = await quoteChange(work, { ...request, changed });
  const records = found === undefined ? made.records : recordsJudged(made.records, found);
  return (trx) => storeQuotes(trx, work, { ...made, records });
};
