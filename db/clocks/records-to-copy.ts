import type { Knex } from 'knex';
import type { DerivedFrom } from '../../domain/policy/derived-ids.js';
import { entriesOfPolicies } from '../ledger/entries-of-policies.js';
import type { CopiedRecords } from './copied-tables.js';

/** What the ids of a policy's copy depend on. */
export interface PolicyToCopy extends Omit<DerivedFrom, 'statements'> {
  id: string;
  policyNumber: string;
  /** The two that may own its events. */
  sides: string[];
  /** The quote that it was issued from. */
  issuedFrom: string;
  statements: { id: string; termNumber: number; number: number; movedTo: string[] }[];
}

export interface RecordsToCopy {
  records: CopiedRecords;
  policies: PolicyToCopy[];
  /** Events that the service fired about the policies, beside those in `records`: a task is done if its event is there. */
  firedByService: string[];
  /** Ids in quotes that are no keys. */
  pipelines: string[];
}

/** An event that is only accepted has had no effect: the copy fires its own. */
const quotes = `
  with held as (select * from policies where id = any (:ids)), named as (
    select quote_id from held union select renewal_quote_id from held union select last_renewal_quote_id from held
    union select quote_id from policy_quotes where policy_id = any (:ids)
    union select quote_id from policy_changes where policy_id = any (:ids)
    union select quote_id from ${entriesOfPolicies} entry
    union select quote.request_id from held join quotes quote on quote.client_id = held.client_id
      and quote.type = 'RENEWAL' and quote.effective_date = held.expiration_date
      and quote.metadata #>> '{policyRenewal,policyId}' = cast(held.id as text)
      and exists (select from events event
        where event.trigger_request_id = quote.trigger_request_id and event.state <> 'ACCEPTED')
  ), whole as (
    select coalesce(package_request_id, request_id) as id from quotes
    where request_id in (select quote_id from named)
  )
  select request_id as id, pipeline_id as "pipelineId", trigger_request_id as "triggerRequestId" from quotes
  where request_id in (select id from whole) or package_request_id in (select id from whole)
  order by package_request_id nulls first, request_id`;

const events = `
  select trigger_request_id as id from events where trigger_request_id in (
    select unnest(cast(:asked as uuid[]))
    union select trigger_request_id from policy_changes where policy_id = any (:ids)
    union select trigger_request_id from policy_events where policy_id = any (:ids)
    union select trigger_request_id from ledger_journal where policy_id = any (:ids)
    union select trigger_request_id from payments where policy_id = any (:ids)
    union select trigger_request_id from payment_refunds where policy_id = any (:ids) and state <> 'PENDING'
  ) order by depth, trigger_request_id`;

const others = `
  select
    array(select distinct client_id from policies where id = any (:ids)) as clients,
    array(select id from statements where policy_id = any (:ids)) as statements,
    array(select id from ${entriesOfPolicies} entry) as entries,
    array(select id from payments where policy_id = any (:ids)) as payments,
    array(select distinct session_id from payments where policy_id = any (:ids) and session_id is not null) as sessions,
    array(select id from payment_refunds where policy_id = any (:ids) and state <> 'PENDING') as refunds,
    array(select id from policy_events where policy_id = any (:ids)) as "policyEvents",
    array(select trigger_request_id from events
      where policy_id = any (:ids) and by_service and state <> 'ACCEPTED') as "firedByService"`;

const policies = `
  select p.id, p.policy_number as "policyNumber", p.term_number as "termNumber",
    array[p.seller_organization_id, p.issuing_organization_id] as sides,
    (select coalesce(c.quote_id, p.quote_id) from policy_changes c where c.policy_id = p.id and c.seq = 1)
      as "issuedFrom",
    (select cast(count(*) as int) from policy_changes c where c.policy_id = p.id) as changes,
    (select cast(count(*) as int) from payments m where m.policy_id = p.id and m.reverses is not null) as "returnedPayments",
    array(select distinct e.data ->> 'cancelledOn' from policy_events e where e.policy_id = p.id
      and e.type = 'CANCELLATION_NOTICE' and e.data ->> 'cancelledOn' is not null) as "noticeDays",
    array(select m.reference from payments m where m.policy_id = p.id) as "paymentReferences",
    (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'termNumber', s.term_number, 'number', s.number,
        'movedTo', case when s.data ->> 'originalDueDate' is not null then (
          select jsonb_agg(day) from (
            select cast(s.due_date as text) as day union select e.data ->> 'to' from policy_events e
            where e.policy_id = p.id and e.type = 'DUE_DATE_MOVED' and e.data ->> 'statementId' = cast(s.id as text)
          ) days
        ) else '[]' end)), '[]') from statements s where s.policy_id = p.id) as statements
  from policies p where p.id = any (:ids) order by p.policy_number, p.id`;

/** Reads which records policies have, in the caller's transaction; which must not see changes in between. */
export async function recordsToCopy(trx: Knex, ids: readonly string[]): Promise<RecordsToCopy> {
  const read = async <Row>(sql: string, more: object = {}) =>
    (await trx.raw<{ rows: Row[] }>(sql, { ids, ...more })).rows;
  const quoted = await read<{ id: string; pipelineId: string; triggerRequestId: string }>(quotes);
  const asked = quoted.map(({ triggerRequestId }) => triggerRequestId);
  const fired = await read<{ id: string }>(events, { asked });
  const [rest] = await read<
    Omit<CopiedRecords, 'policies' | 'quotes' | 'events'> & { firedByService: string[] }
  >(others);
  if (rest === undefined) throw new RangeError('a statement of arrays has one row');
  const { firedByService, ...records } = rest;
  return {
    records: { ...records, policies: ids, quotes: quoted.map(idOf), events: fired.map(idOf) },
    policies: await read<PolicyToCopy>(policies),
    firedByService,
    pipelines: [...new Set(quoted.map(({ pipelineId }) => pipelineId))],
  };
}

const idOf = ({ id }: { id: string }): string => id;
