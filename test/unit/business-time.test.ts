import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A reading of a clock, or a day by UTC instead of by the business's time zone. */
const readsClock =
  /new Date\(\)|\butcDate\(|(?<!performance)[.!]now\(\)|(?<![\w.])now\(\)|clock_timestamp|current_date/;

/** What goes by system time: tokens and keys, runs, sweeps, webhooks, deployments, migrations, limits of waiting. */
const systemWork =
  /^(api\/(administration|app|auth|clocks|event-firing|events|idempotency|inbound|jobs|books|product-authoring|products|retention|runs|webhooks|telemetry|http|health|payments|ground)|activities\/(webhooks|mail|outbound|flow|lookups|outcome|clocks|jobs|book|ground)|db\/(clock|identity|products|migrations|run-migrations|audit|webhooks|retention|metrics|idempotency|reports\/read-backlogs|policies\/overdue-policies|time-zones)|documents\/(threads|stores)|domain\/ground)/;

/** Others that need system time at one place, and why. */
const exceptions = new Map([
  ['activities/assistants/follow-act.ts', 'an act waits in system time'],
  ['api/assistants/acts/acts.ts', 'tokens and limits are of system time'],
  ['api/assistants/acts/carry-act.ts', 'when an act ended'],
  ['api/assistants/acts/releases.ts', 'when an act was decided on'],
  ['api/assistants/consent/consents.ts', 'a person allows an assistant in system time'],
  ['api/assistants/consent/grants.ts', 'so does what it is allowed end'],
  ['api/assistants/consent/token-exchange.ts', 'and its tokens'],
  ['api/clients/client-export.ts', 'when the export was made'],
  ['api/clients/personal-data-service.ts', 'data are kept by the law, not by a test clock'],
  ['api/collection/payment-methods.ts', 'when the provider answered'],
  ['api/collection/policy-collections.ts', 'links, and when a policyholder agreed'],
  ['api/documents/partner-evaluation.ts', 'is about no client: the version that is deployed now'],
  ['api/quotes/trial-service.ts', 'is about no client'],
  ['api/bordereau/service.ts', 'the version that is deployed now'],
  ['db/book/book-places.ts', 'the version that is deployed now'],
  ['db/warehouse/read-warehouse.ts', 'when the warehouse was read'],
  ['db/figures/read-premium.ts', 'days of recording are in UTC'],
  ['db/policies/apply-contract.ts', 'when the record changed'],
  ['db/policies/states-today.ts', 'the time of policies without a clock, in each time zone'],
  ['api/desk/desk.ts', 'what a person has seen is told in system time'],
  ['api/files/service.ts', 'when a file was uploaded'],
  ['api/files/settle-files.ts', 'a sweep'],
  ['api/holds/service.ts', 'when a hold was recorded, and the day of a product'],
  ['api/reports/time-of-report.ts', 'the day of a report that is of no clock'],
  ['documents/making/business-time-of-subject.ts', 'makes business time'],
  ['domain/rerating/rerate.ts', 'the day of a configuration'],
  ['api/drafts/service.ts', 'a draft is no fact of the business'],
  ['api/mail/service.ts', 'mails are sent in system time'],
  ['api/clients/paperless.ts', 'a consent is given in system time'],
  ['db/clients/write-client.ts', 'the version of a client'],
  ['db/events/waiting-action.ts', 'outside systems are waited for in system time, and by the clock beside'],
  ['activities/carrier/carrier-quotes.ts', 'waits for a carrier in system time'],
  ['activities/carrier/request-carrier-quote.ts', 'signs a request'],
  ['activities/documents/end-with-documents.ts', 'when an action ended'],
  ['activities/default-actions/run-default-action.ts', 'when an action ended'],
]);

it('is the time of all that is done to clients, quotes and policies', () => {
  const rooms = ['domain', 'db', 'activities', 'documents', 'api'].map((room) => `${room}/*.ts`);
  const files = execFileSync('git', ['ls-files', ...rooms], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const found = files
    .filter((file) => !systemWork.test(file) && !exceptions.has(file))
    .flatMap((file) => {
      const lines = readFileSync(file, 'utf8').split('\n');
      return lines.flatMap((line, index) =>
        readsClock.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line)
          ? [`${file}:${index + 1} ${line.trim()}`]
          : [],
      );
    });
  expect(found).toEqual([]);
});
