import type { JsonObject } from '../../domain/ground/json.js';
import type { Database } from '../database.js';
import { instant, json, objectText, orNull, plain, text } from '../json-text.js';
import { seenBy } from '../models/visibility.js';
import { quoteTextWith } from '../quotes/quote-text.js';
import { rowVersion, versionOfRows } from '../row-version.js';
import { readRow, type TextStatement } from '../text-statement.js';
import { policyTables, policyText } from './read-policy.js';

/** The sections of a full policy. JSON is still text, so that it can be sent without parsing. */
export interface FullPolicySections {
  /** The quote of the current term. */
  quote: string | null;
  /** An answer map, or an array of them in which later answers replace earlier ones. */
  answers: string | null;
  events: string | null;
  /** An array of `StoredStatement`. */
  statements: string | null;
  /** Decimal text: payments less refunds. */
  paid: string | null;
  client: string | null;
  comments: string | null;
  naics: string | null;
  agency: string | null;
}

/** An element of `statements`. */
export interface StoredStatement {
  id: string;
  termNumber: number;
  number: number;
  kind: string;
  dueDate: string;
  amount: number;
  paidAmount: number;
  /** The open balance. */
  balance: number;
  state: 'SCHEDULED' | 'DUE' | 'PAID' | 'PAST_DUE' | 'VOID';
  createdTimestamp: string;
  details: JsonObject;
}

export type FullPolicySection = keyof FullPolicySections;

/** What an account and the insured's industry are made from. */
interface FieldsOfPolicy {
  productVersionId: string;
  paymentPlan: string;
  status: string;
  policyState: string;
  /** JSON text. */
  policyMeta: string;
}

/** A policy as the JSON text of a Policy object, with the requested sections; the others are null. */
export type StoredFullPolicy = FieldsOfPolicy &
  FullPolicySections & {
    policy: string;
    /** That of the rows that were read: it changes with each of them. */
    version: string;
  };

/** The parameters of the sections, besides the policy. */
export interface FullPolicyRequest {
  organizationId: string;
  policyId: string;
  /** `YYYY-MM-DD`: answers that take effect later are not read. */
  today: string;
  sections: ReadonlySet<FullPolicySection>;
}

interface SectionQuery {
  sql: string;
  bindings?(request: FullPolicyRequest): string[];
  /** The rows that it reads, besides those of the policy, its organizations and its quote. */
  reads: readonly (keyof typeof rowVersions)[];
}

const rowVersionsOf = (table: string, where: string): string =>
  `(select string_agg(concat(${rowVersion('r')}), ',') from ${table} r where ${where})`;

/** The versions of the rows of which the sections are made: declare here what a section reads. */
const rowVersions = {
  components: rowVersionsOf('quotes', 'r.package_request_id = quotes.request_id'),
  changes: `(select string_agg(concat(${rowVersion('r')}, ${rowVersion('q')}), ',')
    from policy_changes r left join quotes q on q.request_id = r.quote_id where r.policy_id = p.id)`,
  events: rowVersionsOf('policy_events', 'r.policy_id = p.id'),
  statements: rowVersionsOf('statements', 'r.policy_id = p.id'),
  payments: rowVersionsOf('payments', 'r.policy_id = p.id'),
  client: rowVersionsOf('clients', 'r.id = p.client_id'),
  policiesOfClient: rowVersionsOf('policies', 'r.client_id = p.client_id'),
};

const answersInOrder = `string_agg(c.answers, ',' order by c.later, c.effective_date, c.seq)`;

/** The answers of the quote of a change `c`. */
const answersOfQuote = `case when c.quote_id = p.quote_id then asked.intake
  else (select q.intake::text from quotes q where q.request_id = c.quote_id) end`;

const statementText = objectText([
  plain('id', 's.id'),
  json('termNumber', 's.term_number'),
  json('number', 's.number'),
  plain('kind', 's.kind'),
  plain('dueDate', 's.due_date'),
  json('amount', 'trim_scale(s.amount)'),
  json('paidAmount', 'trim_scale(s.paid_amount)'),
  json('balance', 'trim_scale(s.amount - s.paid_amount)'),
  plain('state', 's.state'),
  instant('createdTimestamp', 's.created_at'),
  json('details', 's.data'),
]);

const eventText = objectText([
  plain('id', 'e.id'),
  text('type', 'e.type'),
  text('label', 'e.label'),
  text('description', 'e.description'),
  plain('effectiveDate', 'e.effective_date'),
  plain('triggerRequestId', 'e.trigger_request_id'),
  instant('createdTimestamp', 'e.created_at'),
  json('createdBy', 'jsonb_strip_nulls(e.created_by)'),
  json('data', 'jsonb_strip_nulls(e.data)'),
]);

const clientText = objectText([
  plain('clientId', 'c.id'),
  orNull(text('clientName', 'c.name')),
  plain('clientType', 'c.type'),
  plain('clientStatus', 'c.status'),
  orNull(text('locationCode', 'c.location_code')),
  json('policyCount', 'count(o.id)'),
  json('activePolicyCount', "count(o.id) filter (where o.policy_state = 'ACTIVE')"),
  json('activePremium', "trim_scale(coalesce(sum(o.premium) filter (where o.policy_state = 'ACTIVE'), 0))"),
  orNull(plain('firstEffectiveDate', 'min(o.effective_date)')),
  instant('createdTimestamp', 'c.created_at'),
]);

const commentsText = objectText([
  json('commentCount', 'count(*)'),
  orNull(instant('lastCommentTimestamp', 'max(e.created_at)')),
]);

/** One expression per section, each of which uses an index. */
const sectionQueries: { readonly [section in FullPolicySection]: SectionQuery } = {
  quote: {
    sql: `case when ${seenBy('quotes')} then ${quoteTextWith('asked.intake')} end`,
    bindings: ({ organizationId }) => [organizationId],
    reads: ['components'],
  },
  answers: {
    // The answers at the start of the term, with every change in force applied.
    sql: `(select case when count(*) > 1 then '[' || ${answersInOrder} || ']' else ${answersInOrder} end
      from (
        select coalesce(c.intake::text, case when c.kind in ('ISSUE', 'RENEW') then ${answersOfQuote} end) as answers,
          c.kind not in ('ISSUE', 'RENEW') as later, c.effective_date, c.seq
        from policy_changes c
        where c.policy_id = p.id and c.term_number = p.term_number
          and (c.kind in ('ISSUE', 'RENEW') or c.effective_date <= greatest(p.effective_date, ?::date))
        offset 0
      ) c where c.answers is not null)`,
    bindings: ({ today }) => [today],
    reads: ['changes'],
  },
  events: {
    sql: `(select '[' || coalesce(string_agg(${eventText}, ',' order by e.created_at, e.effective_date, e.id), '') || ']'
      from policy_events e where e.policy_id = p.id)`,
    reads: ['events'],
  },
  statements: {
    sql: `(select '[' || coalesce(string_agg(${statementText}, ',' order by s.term_number, s.due_date, s.number), '') || ']'
      from statements s where s.policy_id = p.id)`,
    reads: ['statements'],
  },
  paid: {
    sql: '(select coalesce(sum(y.amount), 0)::text from payments y where y.policy_id = p.id)',
    reads: ['payments'],
  },
  client: {
    sql: `(select ${clientText}
      from clients c left join policies o on o.client_id = c.id
        and ${seenBy('policies', 'o')}
      where c.id = p.client_id group by c.id)`,
    bindings: ({ organizationId }) => [organizationId],
    reads: ['client', 'policiesOfClient'],
  },
  comments: {
    sql: `(select ${commentsText}
      from policy_events e where e.policy_id = p.id and e.type = 'NOTE')`,
    reads: ['events'],
  },
  naics: {
    sql: `coalesce(
      (select c.intake #>> '{client.industry.naics,answer}' from policy_changes c
        where c.policy_id = p.id and c.intake #>> '{client.industry.naics,answer}' <> ''
        order by c.seq desc limit 1),
      (select nullif(c.answers #>> '{client.industry.naics,answer}', '') from clients c where c.id = p.client_id))`,
    reads: ['changes', 'client'],
  },
  agency: {
    // Most quotes have no answer of this kind, which their text shows faster than their answers one by one.
    sql: `case when strpos(asked.intake, '"agency.') > 0 then
      (select coalesce(jsonb_object_agg(substr(a.key, 8), a.value -> 'answer'), '{}')::text
      from jsonb_each(quotes.intake) a where a.key like 'agency.%' and a.value ->> 'answer' <> '') else '{}' end`,
    reads: [],
  },
};

const quoteOfPolicy = 'left join quotes on quotes.request_id = p.quote_id';

/** The text of the quote's answers, which several sections contain. */
const answersOfPolicy = 'left join lateral (select quotes.intake::text as intake offset 0) asked on true';

const sectionNames = Object.keys(sectionQueries) as FullPolicySection[];

/** The parts of each answer besides its version and sections, in order. */
const fieldColumns: { readonly [field in keyof FieldsOfPolicy | 'policy']: string } = {
  policy: policyText,
  productVersionId: 'p.product_version_id',
  paymentPlan: 'p.payment_plan',
  status: 'p.status',
  policyState: 'p.policy_state',
  policyMeta: 'p.policy_meta::text',
};

const columnNames = ['version', ...Object.keys(fieldColumns), ...sectionNames];

/** A policy that the organization sold or issued, in one statement that reads only the requested sections. */
export async function readFullPolicy(
  db: Database,
  request: FullPolicyRequest,
): Promise<StoredFullPolicy | undefined> {
  const { policy } = statementsOf(request);
  const row = await readRow(db, policy.statement, policy.bindings);
  return (
    row && (Object.fromEntries(columnNames.map((name, at) => [name, row[at]])) as unknown as StoredFullPolicy)
  );
}

/** The version that {@link readFullPolicy} would read, for a third of its cost. */
export async function readVersionOfPolicy(
  db: Database,
  request: FullPolicyRequest,
): Promise<string | undefined> {
  const { version } = statementsOf(request);
  const [read] = (await readRow(db, version.statement, version.bindings)) ?? [];
  return read ?? undefined;
}

interface BoundStatement {
  statement: TextStatement;
  bindings: string[];
}

/** The statements of a full policy and of its version. */
export function statementsOf(request: FullPolicyRequest): {
  policy: BoundStatement;
  version: BoundStatement;
} {
  const wanted = sectionNames.filter((name) => request.sections.has(name));
  const { policy, version } = wholePolicies.get(wanted.join()) ?? statementsFor(wanted);
  const bindings = wanted.flatMap((name) => sectionQueries[name].bindings?.(request) ?? []);
  const which = [request.policyId, request.organizationId];
  return {
    policy: { statement: policy, bindings: [...bindings, ...which] },
    version: { statement: version, bindings: which },
  };
}

/** Most reads are of the whole policy, with or without comments: each connection plans those statements once. */
const wholePolicies = new Map(
  [sectionNames, sectionNames.filter((name) => name !== 'comments')].map((sections) => {
    const { policy, version } = statementsFor(sections);
    const named = {
      policy: { ...policy, name: `policy_${sections.length}` },
      version: { ...version, name: `policy_version_${sections.length}` },
    };
    return [sections.join(), named];
  }),
);

function statementsFor(wanted: readonly FullPolicySection[]): Record<'policy' | 'version', TextStatement> {
  const sections = sectionNames.map((name) => (wanted.includes(name) ? sectionQueries[name].sql : 'null'));
  const version = versionOf(wanted);
  const which = `where p.id = ? and ${seenBy('policies', 'p')}`;
  return {
    policy: {
      sql: `select ${[version, ...Object.values(fieldColumns), ...sections].join(', ')}
        from ${policyTables} ${quoteOfPolicy} ${answersOfPolicy} ${which}`,
    },
    version: { sql: `select ${version} from ${policyTables} ${quoteOfPolicy} ${which}` },
  };
}

function versionOf(wanted: readonly FullPolicySection[]): string {
  const read = new Set(wanted.flatMap((name) => sectionQueries[name].reads));
  const rows = [
    ...['p', 'issuer', 'seller', 'quotes'].map(rowVersion),
    ...[...read].map((rows) => rowVersions[rows]),
  ];
  return `encode(sha256(convert_to(${versionOfRows(rows)}, 'UTF8')), 'base64')`;
}
