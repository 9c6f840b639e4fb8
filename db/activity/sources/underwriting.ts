import { ofSubject } from './quotes.js';
import { type ActivitySource, details } from './source.js';

/** The quote that takes another one's place has its requests, offer and conditions, too. */
const last = "r.underwriting -> 'replacedBy' is null";

const texts = (list: string) =>
  `(select string_agg(each ->> 'text', ' · ') from jsonb_array_elements(${list}) each)`;

const asked = `jsonb_array_elements(quotes.underwriting -> 'informationRequests') request cross join lateral (values
    ('INFORMATION_REQUESTED', request -> 'requestedBy', request ->> 'requestedTimestamp', ${texts("request -> 'questions'")}),
    ('INFORMATION_PROVIDED', request -> 'answeredBy', request ->> 'answeredTimestamp', ${texts("request -> 'answers'")}),
    ('INFORMATION_WITHDRAWN', request -> 'withdrawnBy', request ->> 'withdrawnTimestamp', null))`;

/** What underwriters have asked about quotes, offered and made a condition of, and who has answered. */
export const underwriting: ActivitySource = {
  kinds: ['DECISION'],
  from: `(select quotes.*, step.type as step, step.by, step.at, step.told, step.id from quotes cross join lateral (
      select step.type, step.by, step.at, step.told, request ->> 'informationRequestId' as id
        from ${asked} step (type, by, at, told)
      union all
      select 'OFFER_' || (offer ->> 'state'), offer -> 'answeredBy', offer ->> 'answeredTimestamp', null, 'offer'
        from (select quotes.underwriting -> 'offer' as offer) offered
      union all
      select 'CONDITION_CONFIRMED', condition -> 'confirmedBy', condition ->> 'confirmedTimestamp', condition ->> 'text',
        condition ->> 'conditionId'
        from jsonb_array_elements(quotes.underwriting -> 'conditions') condition
    ) step where quotes.underwriting is not null and step.at is not null) r`,
  of: {
    CLIENT: `${ofSubject.CLIENT} and ${last}`,
    POLICY: `${ofSubject.POLICY} and ${last}`,
    QUOTE: ofSubject.QUOTE,
  },
  at: 'r.at::timestamptz',
  key: 'r.request_id || r.step || r.id',
  type: 'r.step',
  title: `r.line_name || case r.step
      when 'INFORMATION_REQUESTED' then ': the underwriter asks the seller'
      when 'INFORMATION_PROVIDED' then ': the seller has answered the underwriter'
      when 'INFORMATION_WITHDRAWN' then ': the underwriter has withdrawn the questions'
      when 'OFFER_ACCEPTED' then ': the seller has accepted the offer'
      when 'OFFER_DECLINED' then ': the seller has declined the offer'
      else ': a condition is met' end`,
  author: 'r.by',
  client: 'r.client_id',
  quote: 'r.request_id',
  record: 'r.request_id',
  details: details({ lineName: 'r.line_name', description: 'r.told' }),
};
