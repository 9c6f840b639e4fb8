/** The groups of endpoints, in the order of the reference, each with its description. */
export const tags = {
  Authentication: 'Sign in, and verify credentials.',
  Products: "A product's questions, versions and authority: what a form of a quoting site is made from.",
  'Client data': 'Clients and their answers, which are kept in versions.',
  Events: 'Everything that is done is an event of one envelope: fire it, follow its run, cancel or retry it.',
  Jobs: 'An event for each row of a file, such as a quote or a cancellation.',
  Quotes: 'The quotes that events have made, and the decisions of underwriters.',
  Policies: 'Policies with their sections, payments, timeline and corrections.',
  Ledger: "A policy's premium entries.",
  Payments: 'Notifications by the payment provider.',
  Documents: 'Generate documents, and fetch stored files.',
  Downloads: 'Rating worksheets as a workbook, JSON or PDF.',
  Changes: 'The feed of all changes, for mirrors and warehouses.',
  Commissions: 'What sellers earn: statements of closed months, and adjustments by hand.',
  Reports: 'Premium and receivables as of a date.',
  Inbound: 'Answers of other systems that a run waits for.',
  Webhooks: 'Endpoints of your systems, and the deliveries to them.',
  Notifications: 'The requests that the service sends to webhook endpoints.',
  Clocks: 'Test clocks, in `DEV` and `UAT`: what happens in a year, in a minute.',
  Utilities: 'Conversion of answers.',
  'Product authoring': 'Check, test, import and deploy product files.',
  Administration: 'The users, API keys and roles of the organization.',
  Audit: 'The audit log of the organization.',
  Reference: 'This document.',
  Health: 'For load balancers and orchestrators.',
} as const;

export type Tag = keyof typeof tags;
