import type { AnswerMap } from '../../intake/answers.js';

/** Ids of the events that make the example records of the demo data. */
export const exampleEventIds = {
  quotes: '0c6f1a34-53f7-4a64-a1f0-2b7d4a3f9d10',
  policy: '4b1e7d92-08c5-4f3a-b6d7-91e2a0c58f31',
  batch: 'd7c25f18-6e0a-4b93-9f4d-18a3b0e6c572',
} as const;

/**
 * The records that the examples name. The demo data has them, under ids that derive from those of their events; elsewhere
 * they stand for the reader's own.
 */
export const exampleIds = {
  line: 'a6e7f86c-7dd2-44fb-9ebc-c42e5d2d0552',
  client: '1756f048-7360-84aa-b98e-966dfbbd2010',
  quote: 'd75ffe86-57dd-80bb-9ae3-cb1538217af6',
  policy: '1bf280a2-8d85-819e-92a8-7a60a232e160',
  policyNumber: 'GL-000001',
  payment: 'c8a1f0de-6d0b-4a1e-8b57-3f0c5b2e9d77',
  collection: '5d0b7a94-2c6f-4e83-9b1a-7f3e60c8d215',
  statement: 'b69e8c07-c392-87c2-8ac3-4c3bf68f7208',
  clock: '0c61f3d2-5b0e-4d0a-9c6e-2f8d4b7a1e55',
} as const;

/** The quote from which the example policy was issued. */
export const boundQuote = 'f85b4c65-927a-8b6c-984b-29e911429800';

/** What the example product, the demo's `general-liability`, configures. */
export const exampleConfigIds = {
  form: '3b8f2c51-6f0e-4f6b-9d43-0a51f6b0c107',
  certificate: '3b8f2c51-6f0e-4f6b-9d43-0a51f6b0c104',
  evaluation: '3b8f2c51-6f0e-4f6b-9d43-0a51f6b0c108',
  notPaid: '7df5b5af-d64a-4534-9eb4-58b46d905a32',
  requested: '951c25ee-c3da-4e47-a51c-4d80d952fb7d',
} as const;

/** What notifications name besides: an event of the policy, and a document of it, its declarations. */
export const exampleFacts = {
  policyEvent: '9ef07c96-3e56-8354-8f5f-4ee03487da41',
  document: 'b62926b0-acbf-810f-b939-9e1d91083d50',
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
