/** What an entry of a feed of activity is of. */
export const activityKinds = [
  'EVENT',
  'CHANGE',
  'QUOTE',
  'DECISION',
  'NOTE',
  'DOCUMENT',
  'PAYMENT',
  'REFUND',
  'STATEMENT',
  'CLIENT',
  'HOLD',
  'LOOKUP',
  'MAIL',
  'FILE',
  'TASK',
  'COLLECTION',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

export type SubjectKind = 'CLIENT' | 'POLICY' | 'QUOTE';

/** What a feed is of. */
export interface ActivitySubject {
  kind: SubjectKind;
  id: string;
  /** The moments of its records are those of a test clock. */
  hasClock: boolean;
}

/**
 * A kind of record that feeds tell of. All members but `kinds` are SQL: expressions over a row, whose alias is `r`, and over
 * what `joined` adds. `:subjectId` and `:organizationId` are bound.
 */
export interface ActivitySource {
  kinds: readonly [ActivityKind, ...ActivityKind[]];
  /** Of a source of several kinds: which one a row is. */
  kind?: string;
  /** The table of the rows, as `… r`; of a source of policies its name alone. */
  from: string;
  /**
   * Which rows a subject has, as the caller's organization sees them; absent: none. `POLICIES`: those of each of its policies, by
   * an index of `policy_id` and the moment.
   */
  of: Partial<Record<SubjectKind, string>> | 'POLICIES';
  /** Of rows of policies: which of them. */
  where?: string;
  /** Further tables, of rows that were chosen. */
  joined?: string;
  /** When it happened: by the test clock of a subject that has one, else by the system's. */
  at: string | ((subject: ActivitySubject) => string);
  /** Tells the rows of a source apart. */
  key: string;
  type: string;
  title: string;
  author: string;
  /** The ids of what it is about, as far as they are known. */
  client?: string;
  quote?: string;
  policy?: string;
  event?: string;
  /** The id by which its own operation knows the record. */
  record: string;
  /** A JSON object. */
  details: string;
}

/** The condition that a row is the caller's organization's own. */
export const own = 'r.organization_id = :organizationId';

/** The rows of a table that names its client, policy and quote itself, of those that a condition lets see. */
export const named = (visible: string): Record<SubjectKind, string> => ({
  CLIENT: `r.client_id = :subjectId and ${visible}`,
  POLICY: `r.policy_id = :subjectId and ${visible}`,
  QUOTE: `r.quote_id = :subjectId and ${visible}`,
});

/** `POLICY_CANCEL` as `Policy cancel`. */
export const inWords = (name: string): string =>
  `upper(left(${name}, 1)) || lower(replace(substr(${name}, 2), '_', ' '))`;

/** A JSON object without what is null: `details({ amount: 'r.amount' })`. */
export const details = (members: Readonly<Record<string, string>>): string =>
  `jsonb_strip_nulls(jsonb_build_object(${Object.entries(members)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ')}))`;

/** The people whom a note is for; null: it is for nobody in particular. */
export const mentioned = "to_jsonb(nullif(r.mentions, '{}'))";

/** Who fired an event. */
export const firedBy = (event: string): string =>
  `(select fired_by from events where trigger_request_id = ${event})`;

/** The quotes of a policy: those of its terms and changes, and those that were asked for it, bound or not. */
export const quotesOfPolicy = `select quote_id from policy_quotes where policy_id = :subjectId
  union select q.request_id from events e join quotes q on q.trigger_request_id = e.trigger_request_id
    where e.policy_id = :subjectId`;
