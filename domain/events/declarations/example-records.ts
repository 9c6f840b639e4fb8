import type { AnswerMap } from '../../intake/answers.js';

/** The records that the examples name; in `docs/events.md` they stand for the reader's own. */
export const exampleIds = {
  line: 'a6e7f86c-7dd2-44fb-9ebc-c42e5d2d0552',
  client: '1756f048-7360-84aa-b98e-966dfbbd2010',
  quote: '52ab44df-9c0f-8c07-a4b5-1a3d1b7a9e01',
  policy: '3f1d8c52-0a44-4f7e-9d6b-7d2f6a1c0b11',
  policyNumber: 'BOP-000123',
  payment: 'c8a1f0de-6d0b-4a1e-8b57-3f0c5b2e9d77',
  statement: '8e2b7c90-51f4-4d7a-9a3c-2f6d0e1b4c88',
} as const;

/** What notifications name besides: an event of the policy and a document of it. */
export const exampleFacts = {
  policyEvent: 'e61c0b7d-94a2-4c3f-b8d5-07f2a9e4d136',
  document: 'b3a9d6f2-7c1e-4f0b-8d25-9e4c7a610f3d',
} as const;

/** An intake with this one answer. */
export const answering = (qid: string, answer: string): AnswerMap => ({
  [qid]: { type: 'ANSWER', qid, answer },
});

/** The payload of a notification that the policy was changed. */
export const changedPolicy = (
  type: string,
  label: string,
  { description = '', document }: { description?: string; document: string },
) => ({
  policyId: exampleIds.policy,
  clientId: exampleIds.client,
  event: { eventId: exampleFacts.policyEvent, type, label, description },
  policy: { id: exampleIds.policy, policyNumber: exampleIds.policyNumber },
  documents: [{ name: document, extension: 'pdf' }],
});

/** A client, a quote and a policy of it, all named. */
export const everyRecord = {
  clientId: exampleIds.client,
  quoteId: exampleIds.quote,
  policyId: exampleIds.policy,
  policyNumber: exampleIds.policyNumber,
};
