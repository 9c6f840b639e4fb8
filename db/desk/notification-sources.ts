/** What a person is notified of. */
export const notificationKinds = [
  'TASK_GIVEN',
  'MENTIONED',
  'JOB_ENDED',
  'REFERRAL_DECIDED',
  'MAIL_FAILED',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/**
 * Records that notify a person, found by an index of the person or of what mentions them. All members but `kind` are SQL over rows `r`;
 * `:personId` and `:organizationId` are bound. What has a test clock notifies nobody.
 */
export interface NotificationSource {
  kind: NotificationKind;
  from: string;
  where: string;
  /** When it became news. */
  at: string;
  /** Tells the rows of a source apart, with the time. */
  key: string;
  title: string;
  author?: string;
  /** Ids of what it is about. */
  about: Readonly<Record<string, string>>;
  details?: Readonly<Record<string, string>>;
}

/** Notes are not cut in the middle of what they say, but a list shows no letter. */
const excerpt = (text: string) => `left(${text}, 300)`;
const note = { kind: 'MENTIONED', key: 'r.id', at: 'r.created_at', author: 'r.created_by' } as const;
const mentionsPerson = 'r.mentions @> array[:personId::uuid]';

export const notificationSources = {
  tasks: {
    kind: 'TASK_GIVEN',
    from: 'tasks r',
    where:
      'r.person_id = :personId and r.given_at is not null and r.completed_at is null and r.clock_id is null',
    at: 'r.given_at',
    key: 'r.id',
    title: 'r.title',
    author: 'r.given_by',
    about: { taskId: 'r.id', clientId: 'r.client_id', quoteId: 'r.quote_id', policyId: 'r.policy_id' },
    details: { dueOn: 'r.due_on', priority: 'r.priority' },
  },
  taskNotes: {
    ...note,
    from: 'task_notes r join tasks t on t.id = r.task_id',
    where: `${mentionsPerson} and t.organization_id = :organizationId and t.clock_id is null`,
    title: excerpt('r.text'),
    about: { taskId: 'r.task_id' },
  },
  clientNotes: {
    ...note,
    from: 'client_notes r join clients c on c.id = r.client_id',
    where: `${mentionsPerson} and r.organization_id = :organizationId and c.clock_id is null`,
    title: excerpt('r.text'),
    about: { clientId: 'r.client_id' },
  },
  quoteNotes: {
    ...note,
    from: 'quote_notes r join quotes q on q.request_id = r.request_id',
    where: `${mentionsPerson} and r.organization_id = :organizationId and q.clock_id is null`,
    title: excerpt('r.text'),
    about: { quoteId: 'r.request_id', clientId: 'q.client_id' },
  },
  policyNotes: {
    ...note,
    from: 'policy_events r join policies p on p.id = r.policy_id',
    where: `r.type = 'NOTE' and (r.data -> 'mentions') is not null
      and (r.data -> 'mentions') @> to_jsonb(:personId::text) and p.clock_id is null
      and :organizationId in (p.seller_organization_id, p.issuing_organization_id)`,
    title: excerpt("coalesce(r.description, r.label, '')"),
    about: { policyId: 'r.policy_id', clientId: 'p.client_id' },
  },
  jobs: {
    kind: 'JOB_ENDED',
    from: 'jobs r',
    where: "(r.created_by ->> 'personId') = :personId::text and r.ended_at is not null",
    at: 'r.ended_at',
    key: 'r.id',
    title: 'coalesce(r.name, r.type)',
    about: { jobId: 'r.id' },
    details: { state: 'r.state', rowCount: 'r.row_count', counts: 'r.counts' },
  },
  decisions: {
    kind: 'REFERRAL_DECIDED',
    from: `quotes r join events e on e.trigger_request_id = r.trigger_request_id
      and (e.fired_by ->> 'personId') = :personId::text`,
    // The text sorts as the time does: it is ISO 8601 in UTC.
    where: `r.client_organization_id = :organizationId and r.underwriter_response is not null
      and (r.underwriter_response ->> 'decisionTimestamp') > :sinceText and r.clock_id is null`,
    at: "(r.underwriter_response ->> 'decisionTimestamp')::timestamptz",
    key: 'r.request_id',
    title: 'r.line_name',
    author: "r.underwriter_response -> 'createdBy'",
    about: { quoteId: 'r.request_id', clientId: 'r.client_id' },
    details: { isApproved: "r.underwriter_response -> 'isApproved'" },
  },
  mails: {
    kind: 'MAIL_FAILED',
    from: 'mails r',
    where: `(r.created_by ->> 'personId') = :personId::text and r.created_by is not null and r.clock_id is null
      and r.state in ('REFUSED', 'UNCONFIRMED', 'BOUNCED', 'COMPLAINED')`,
    at: 'r.updated_at',
    key: 'r.id',
    title: 'coalesce(r.subject, r.purpose)',
    about: { mailId: 'r.id', clientId: 'r.client_id', quoteId: 'r.quote_id', policyId: 'r.policy_id' },
    details: {
      state: 'r.state',
      to: 'r.to_address',
      reason: "coalesce(r.reports #>> '{0,reason}', r.last_error)",
    },
  },
} as const satisfies Record<string, NotificationSource>;
export type NotificationSourceName = keyof typeof notificationSources;
