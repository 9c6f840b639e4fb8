import { Counter, Histogram, type Registry } from 'prom-client';
import { facts } from '../../db/facts.js';
import { paymentKind } from '../../domain/billing/payment-kind.js';
import { policyEventTypes } from '../../domain/events/fields/policy-event-types.js';

/** Lines have names that authors of products write: further ones are counted together. */
const mostLines = 100;

/** Counts what this process commits; returns how to stop. */
export function countFacts(registry: Registry): () => void {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });

  const accepted = counter('ioi_events_accepted_total', 'Events that were accepted', ['type']);
  const closed = counter('ioi_events_closed_total', 'Events that were closed', ['type', 'state']);
  const quotes = counter('ioi_quotes_total', 'Quotes that were stored', ['outcome', 'line']);
  const policyEvents = counter('ioi_policy_events_total', "Elements of policies' events", ['type']);
  const payments = counter('ioi_payments_total', 'Payments that were stored', ['provider', 'kind']);
  const documents = counter('ioi_documents_total', 'Documents that were stored', ['origin']);
  const attempts = counter('ioi_webhook_attempts_total', 'Attempts to deliver a webhook', ['result']);
  const ratings = new Histogram({
    name: 'ioi_rating_duration_seconds',
    help: 'Time to evaluate the plans of one rating',
    buckets: [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
    registers: [registry],
  });

  // A counter that begins with its first fact has no rate for it.
  for (const type of policyEventTypes) policyEvents.inc({ type }, 0);
  for (const provider of ['OFFLINE', 'STRIPE'])
    for (const kind of paymentKind.options) payments.inc({ provider, kind }, 0);
  for (const origin of ['GENERATED', 'UPLOADED']) documents.inc({ origin }, 0);
  for (const result of ['DELIVERED', 'PENDING', 'FAILED']) attempts.inc({ result }, 0);

  const lines = new Set<string>();
  const boundedLine = (line: string) => {
    if (lines.size < mostLines) lines.add(line);
    return lines.has(line) ? line : 'other';
  };
  const ends = [
    facts.eventAccepted.listen((event) => accepted.inc(event)),
    facts.eventClosed.listen((event) => closed.inc(event)),
    facts.quoteMade.listen(({ outcome, line }) => quotes.inc({ outcome, line: boundedLine(line) })),
    facts.rated.listen(({ seconds }) => ratings.observe(seconds)),
    facts.policyEvent.listen((event) => policyEvents.inc(event)),
    facts.paymentKept.listen((payment) => payments.inc(payment)),
    facts.documentKept.listen((document) => documents.inc(document)),
    facts.webhookAttempt.listen((attempt) => attempts.inc(attempt)),
  ];
  return () => {
    for (const end of ends) end();
  };
}
