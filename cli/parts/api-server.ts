import { createServer } from 'node:http';
import path from 'node:path';
import type { Client } from '@temporalio/client';
import type { Router } from 'express';
import { isPublicAddress } from '../../activities/outbound/public-address.js';
import { signedHeaders } from '../../activities/outbound/signed-headers.js';
import { activityRoutes } from '../../api/activity/routes.js';
import { Activity } from '../../api/activity/service.js';
import { Keys } from '../../api/administration/keys.js';
import { Organizations } from '../../api/administration/organizations.js';
import { administrationRoutes } from '../../api/administration/routes.js';
import { Users } from '../../api/administration/users.js';
import { createApp } from '../../api/app.js';
import { actsOf } from '../../api/assistants/acts/acts.js';
import { Holders } from '../../api/assistants/acts/holder.js';
import { Releases } from '../../api/assistants/acts/releases.js';
import { assistantActRoutes } from '../../api/assistants/acts/routes.js';
import { InnerRequests } from '../../api/assistants/inner-requests.js';
import { tools } from '../../api/assistants/tools/index.js';
import { auditRoutes } from '../../api/audit/routes.js';
import { createAuthentication } from '../../api/auth/authentication.js';
import { meRoutes } from '../../api/auth/routes.js';
import { bookRoutes } from '../../api/books/routes.js';
import { Books } from '../../api/books/service.js';
import { bordereauRoutes } from '../../api/bordereau/routes.js';
import { Bordereaux } from '../../api/bordereau/service.js';
import { numberingSweep } from '../../api/changes/numbering-sweep.js';
import { changeRoutes } from '../../api/changes/routes.js';
import { ChangeFeed } from '../../api/changes/service.js';
import { ClientExport } from '../../api/clients/client-export.js';
import { Paperless, paperlessRoutes } from '../../api/clients/paperless.js';
import { personalDataRoutes } from '../../api/clients/personal-data-routes.js';
import { PersonalData } from '../../api/clients/personal-data-service.js';
import { clientRoutes } from '../../api/clients/routes.js';
import { ClientService } from '../../api/clients/service.js';
import { clockCopyRoutes } from '../../api/clocks/copy/routes.js';
import { ClockCopies } from '../../api/clocks/copy/service.js';
import { clockRoutes } from '../../api/clocks/routes.js';
import { Clocks } from '../../api/clocks/service.js';
import { PaymentMethods } from '../../api/collection/payment-methods.js';
import { PolicyCollections } from '../../api/collection/policy-collections.js';
import { collectionRoutes } from '../../api/collection/routes.js';
import { commissionRoutes } from '../../api/commissions/routes.js';
import { Commissions } from '../../api/commissions/service.js';
import { consentRoutes } from '../../api/consents/routes.js';
import { Consents } from '../../api/consents/service.js';
import { Desk } from '../../api/desk/desk.js';
import { deskRoutes } from '../../api/desk/routes.js';
import { Downloads } from '../../api/documents/download-service.js';
import { DocumentGeneration } from '../../api/documents/generation-service.js';
import { PartnerEvaluations } from '../../api/documents/partner-evaluation.js';
import { QuoteProposals } from '../../api/documents/quote-proposals.js';
import { documentRoutes } from '../../api/documents/routes.js';
import { draftRoutes } from '../../api/drafts/routes.js';
import { Drafts } from '../../api/drafts/service.js';
import { eventRoutes } from '../../api/event-firing/routes.js';
import { EventService } from '../../api/event-firing/service.js';
import { EventControl } from '../../api/events/control.js';
import { firedEventRoutes } from '../../api/events/routes.js';
import { EventInspection } from '../../api/events/service.js';
import { fileRoutes } from '../../api/files/routes.js';
import { Files } from '../../api/files/service.js';
import { filesSweep } from '../../api/files/settle-files.js';
import type { Check, Checks } from '../../api/health/readiness.js';
import { holdRoutes } from '../../api/holds/routes.js';
import { Holds } from '../../api/holds/service.js';
import { sharesOfProcess } from '../../api/http/shares.js';
import { KeyedRequests } from '../../api/idempotency/keyed-requests.js';
import { impactRoutes } from '../../api/impact/routes.js';
import { VersionImpact } from '../../api/impact/service.js';
import { inboundRoutes } from '../../api/inbound/routes.js';
import { InboundService } from '../../api/inbound/service.js';
import { jobRoutes } from '../../api/jobs/routes.js';
import { Jobs } from '../../api/jobs/service.js';
import { ledgerRoutes } from '../../api/ledger/routes.js';
import { LedgerService } from '../../api/ledger/service.js';
import { PostedMails, postedMailRoutes } from '../../api/mail/posted.js';
import { mailRoutes } from '../../api/mail/routes.js';
import { Mails } from '../../api/mail/service.js';
import { paymentRoutes } from '../../api/payments/routes.js';
import type { StripeWebhookDependencies } from '../../api/payments/stripe-webhook.js';
import { policyCorrectionRoutes } from '../../api/policies/corrections/routes.js';
import { PolicyCorrections } from '../../api/policies/corrections/service.js';
import { policyPaymentRoutes } from '../../api/policies/payments/routes.js';
import { policyPreviewRoutes } from '../../api/policies/previews/routes.js';
import { PolicyPreviews } from '../../api/policies/previews/service.js';
import { policyRoutes } from '../../api/policies/routes.js';
import { PolicyService } from '../../api/policies/service.js';
import { policyTimelineRoutes } from '../../api/policies/timeline/routes.js';
import { PolicyTimelines } from '../../api/policies/timeline/service.js';
import { policyUpcomingRoutes } from '../../api/policies/upcoming/routes.js';
import { UpcomingOfPolicies } from '../../api/policies/upcoming/service.js';
import { postingRoutes } from '../../api/postings/routes.js';
import { Postings } from '../../api/postings/service.js';
import { productAuthoringRoutes } from '../../api/product-authoring/routes.js';
import { ProductAuthoring } from '../../api/product-authoring/service.js';
import { productRoutes } from '../../api/products/routes.js';
import { ProductService } from '../../api/products/service.js';
import { ChangedQuotes } from '../../api/quotes/changed-quote.js';
import { InformationRequests } from '../../api/quotes/information-requests.js';
import { Offers } from '../../api/quotes/offers.js';
import { quoteReplayRoutes } from '../../api/quotes/replay-routes.js';
import { QuoteReplays } from '../../api/quotes/replay-service.js';
import { Reviews } from '../../api/quotes/reviews.js';
import { quoteRoutes } from '../../api/quotes/routes.js';
import { QuoteService } from '../../api/quotes/service.js';
import { EarlierDecisions } from '../../api/quotes/similar-decisions.js';
import { trialRoutes } from '../../api/quotes/trial-routes.js';
import { TrialRatings } from '../../api/quotes/trial-service.js';
import { Underwriting } from '../../api/quotes/underwriter-decision.js';
import type { DemoAccess } from '../../api/reference/demo-access.js';
import { figureRoutes } from '../../api/reports/figures-routes.js';
import { figuresSweep } from '../../api/reports/figures-sweep.js';
import { quoteFigureRoutes } from '../../api/reports/quote-figures-routes.js';
import { retentionRoutes } from '../../api/reports/retention-routes.js';
import { reportRoutes } from '../../api/reports/routes.js';
import { ReportService } from '../../api/reports/service.js';
import { RetentionSweep } from '../../api/retention/retention-sweep.js';
import { ActRuns, actSweep } from '../../api/runs/act-runs.js';
import { BookRuns, bookSweep } from '../../api/runs/book-runs.js';
import { ClockRuns } from '../../api/runs/clock-runs.js';
import { clockSweep } from '../../api/runs/clock-sweep.js';
import { EventRuns } from '../../api/runs/event-runs.js';
import { expiredReviewsSweep } from '../../api/runs/expired-reviews-sweep.js';
import { JobRuns } from '../../api/runs/job-runs.js';
import { jobSweep } from '../../api/runs/job-sweep.js';
import { MailQueues, mailSweep } from '../../api/runs/mail-queues.js';
import { policyTermSweep } from '../../api/runs/policy-term-sweep.js';
import { PolicyTerms } from '../../api/runs/policy-terms.js';
import { EventSweep } from '../../api/runs/sweep.js';
import { webhookChangesSweep } from '../../api/runs/webhook-changes.js';
import { WebhookQueues } from '../../api/runs/webhook-queues.js';
import { webhookSweep } from '../../api/runs/webhook-sweep.js';
import { taskRoutes } from '../../api/tasks/routes.js';
import { Tasks } from '../../api/tasks/service.js';
import type { Logger } from '../../api/telemetry/logger.js';
import { viewRoutes } from '../../api/views/routes.js';
import { WebhookDeliveries } from '../../api/webhooks/delivery-service.js';
import { WebhookEndpoints } from '../../api/webhooks/endpoint-service.js';
import { WebhookPolls } from '../../api/webhooks/poll-service.js';
import { WebhookReplays } from '../../api/webhooks/replay-service.js';
import { webhookRoutes } from '../../api/webhooks/routes.js';
import { worksheetRoutes } from '../../api/worksheets/routes.js';
import { WorksheetService } from '../../api/worksheets/service.js';
import { writeCheck } from '../../db/can-write.js';
import type { Database } from '../../db/database.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { PublicIds } from '../../db/public-ids.js';
import type { DocumentServices } from '../../documents/making/services.js';
import { PdfReader } from '../../documents/pdf/pdf-reader.js';
import { ProductChecker } from '../../documents/product-files/product-checker.js';
import { Rater } from '../../documents/rating/rater.js';
import { scannerOf } from '../../documents/scanning/scanner-of.js';
import { FileBytes } from '../../documents/stores/file-bytes.js';
import type { ThreadPool } from '../../documents/threads/thread-pool.js';
import { sentBookLimits } from '../../domain/book/sent-book.js';
import { freePort } from '../embedded/free-port.js';
import { packageRoot, packageVersion } from '../ground/package-info.js';
import type { Settings } from '../settings/settings.js';
import type { Tracing } from '../tracing/tracing.js';
import { answerExpectations, listen, localUrl } from './http-server.js';
import type { Lifecycle } from './lifecycle.js';
import type { ProcessMetrics } from './metrics.js';
import { methodProviderOf } from './payments.js';
import { RequestDrain, requestPatienceMs } from './request-drain.js';
import { requireOrganizations } from './sign-in-organizations.js';

export interface ApiServerOptions {
  settings: Settings;
  logger: Logger;
  db: Database;
  databaseUrl: string;
  /** By the database's clock. */
  now: () => Date;
  temporal: Client;
  /** The Temporal UI's address, if there is one. */
  temporalUi: string | undefined;
  catalog: ProductCatalog;
  documents: DocumentServices;
  /** For long work. */
  threads: ThreadPool;
  metrics: ProcessMetrics | undefined;
  tracing?: Tracing | undefined;
  /** Whether a worker is available to run events. */
  worker: Check;
  /** Rejects where this machine's disk, which has the servers' data, is full. */
  disk?: Check | undefined;
  /** Further parts of `/readyz`. */
  moreChecks?: Checks | undefined;
  /** How long a stopping API goes on serving while `/readyz` is 503. */
  drainSeconds: number;
  /** A demo key, for the reference page. */
  demoAccess?: DemoAccess | undefined;
}

/** Builds the HTTP interface and listens; returns the base URL. */
export async function startApiServer(options: ApiServerOptions, lifecycle: Lifecycle): Promise<string> {
  const { settings, logger, db, databaseUrl, now, temporal, temporalUi, catalog, documents, threads } =
    options;
  const { metrics, tracing, worker, disk, moreChecks, drainSeconds, demoAccess } = options;
  const { environment, temporalNamespace: namespace, temporalTaskQueue: taskQueue } = settings;

  const listenUrl = settings.listenDatabaseUrl ?? databaseUrl;
  const address = { host: settings.host, port: settings.port || (await freePort()) };
  const publicUrl = settings.publicUrl ?? localUrl(address);
  const { identityProviders, passwordsOff } = settings;
  await requireOrganizations(db, settings);
  const authentication = createAuthentication({
    db,
    databaseUrl: listenUrl,
    log: logger,
    environment,
    now,
    sessions: { ...settings.sessions, publicUrl: settings.publicUrl },
    identityProviders,
    passwordsOff,
    serviceUrl: publicUrl,
  });
  await authentication.start();
  lifecycle.onStop('authentication', authentication.stop);

  const runs = new EventRuns({ client: temporal, taskQueue });
  const { maker, store, urls } = documents;
  const proposals = new QuoteProposals({ db, catalog, maker, urls, log: logger, now });
  const quotes = new QuoteService({ db, catalog, now, runs, proposals });
  const canWrite = writeCheck(db, disk);
  const events = new EventService({ db, catalog, runs, quotes, now, canWrite });
  const sweep = new EventSweep({ db, catalog, runs, log: logger, now });
  sweep.start();
  lifecycle.onStop('the sweep of events', () => sweep.stop());
  const terms = new PolicyTerms({ db, client: temporal, taskQueue });
  const termSweep = policyTermSweep({ db, terms, log: logger, now });
  termSweep.start();
  lifecycle.onStop('the sweep of policies', () => termSweep.stop());
  const queues = new WebhookQueues({ client: temporal, taskQueue });
  const reviews = expiredReviewsSweep({ db, log: logger, now });
  reviews.start();
  lifecycle.onStop('the sweep of reviews', () => reviews.stop());

  const queueSweep = webhookSweep({ db, queues, log: logger, now });
  queueSweep.start();
  lifecycle.onStop('the sweep of webhooks', () => queueSweep.stop());

  const mailQueues = new MailQueues({ client: temporal, taskQueue });
  const mails = mailSweep({ db, queues: mailQueues, log: logger, now });
  mails.start();
  lifecycle.onStop('the sweep of mails', () => mails.stop());

  const clockRuns = new ClockRuns({ client: temporal, taskQueue });
  const advances = clockSweep({ db, runs: clockRuns, log: logger, now });
  advances.start();
  lifecycle.onStop('the sweep of clocks', () => advances.stop());

  const jobRuns = new JobRuns({ client: temporal, taskQueue });
  const jobs = jobSweep({ db, runs: jobRuns, log: logger, now });
  jobs.start();
  lifecycle.onStop('the sweep of jobs', () => jobs.stop());

  const bookRuns = new BookRuns({ client: temporal, taskQueue });
  const books = bookSweep({ db, runs: bookRuns, log: logger, now });
  books.start();
  lifecycle.onStop('the sweep of books', () => books.stop());

  const innerRequests = new InnerRequests();
  const assistantActs = { db, runs: new ActRuns({ client: temporal, taskQueue }), now };
  const holders = new Holders({
    db,
    identities: authentication.identities,
    grants: authentication.grants,
  });
  const releases = new Releases({ ...assistantActs, holders, requests: innerRequests, tools });
  const acts = actSweep({ ...assistantActs, resume: (act) => releases.resume(act), log: logger });
  acts.start();
  lifecycle.onStop('the sweep of acts', () => acts.stop());

  const { limits, scanner: scannedBy } = settings.files;
  const scanner = scannedBy === undefined ? undefined : await scannerOf(scannedBy);
  const bytes = new FileBytes(db, store);
  const settling = filesSweep({ db, bytes, scanner, log: logger, now });
  settling.start();
  lifecycle.onStop('the sweep of files', () => settling.stop());
  const files = new Files({
    db,
    bytes,
    store,
    limits,
    log: logger,
    now,
    isScanned: scanner !== undefined,
    settleSoon: () => settling.run(),
  });

  const { policyYears, retention: days } = settings;
  const retention = new RetentionSweep({ db, store, log: logger, policyYears, retention: days, now });
  retention.start();
  lifecycle.onStop('the sweep of old records', () => retention.stop());

  const sweepUntilStop = (what: string, sweepOf: typeof figuresSweep) => {
    const stopping = new AbortController();
    const work = sweepOf({ db, log: logger, signal: stopping.signal });
    work.start();
    lifecycle.onStop(what, () => {
      stopping.abort();
      return work.stop();
    });
  };
  sweepUntilStop('the sums of figures', figuresSweep);
  sweepUntilStop('the numbers of changes', numberingSweep);
  sweepUntilStop('notifications of changes', (uses) =>
    webhookChangesSweep({ ...uses, catalog, queues, now }),
  );

  const ui = temporalUi === undefined ? undefined : { url: temporalUi, namespace };
  const policies = new PolicyService({ db, catalog, now });
  const provider = await methodProviderOf(settings.payments);
  const methods = new PaymentMethods({ db, catalog, terms, provider, now });
  const worksheets = new WorksheetService({ db, catalog, threads });
  const checker = new ProductChecker(threads);
  const rater = new Rater(threads);
  const pdfs = new PdfReader(threads);
  const changedQuotes = new ChangedQuotes({ catalog, rater });

  urls.serviceIsAt(publicUrl);
  const server = createServer();
  const drain = new RequestDrain(server);
  const checks = {
    api: () => drain.check(),
    database: canWrite,
    temporal: () => temporal.workflowService.describeNamespace({ namespace }),
    worker,
    ...moreChecks,
  };
  const app = createApp({
    logger,
    authentication,
    ids: new PublicIds(db),
    keyedRequests: new KeyedRequests(db, logger),
    resources: [
      clientRoutes({ clients: new ClientService({ db, catalog, environment }) }),
      paperlessRoutes({ paperless: new Paperless({ db, now }) }),
      personalDataRoutes({
        personalData: new PersonalData({
          db,
          store,
          log: logger,
          policyYears,
          now,
          exports: new ClientExport({ db, catalog, runs, ui, urls, now }),
        }),
      }),
      productRoutes({ products: new ProductService({ db, catalog, environment, now }) }),
      productAuthoringRoutes({ authoring: new ProductAuthoring({ db, checker, catalog, now }) }),
      consentRoutes({ consents: new Consents({ db }) }),
      eventRoutes({ events }),
      firedEventRoutes({
        inspection: new EventInspection({
          db,
          runs,
          ui,
        }),
        control: new EventControl({ db, catalog, runs, now }),
      }),
      inboundRoutes({ inbound: new InboundService({ db, catalog, runs }) }),
      bookRoutes({ books: new Books({ db, runs: bookRuns, now }) }),
      postedMailRoutes({ posted: new PostedMails({ db, now }) }),
      mailRoutes({ mails: new Mails({ db, queues: mailQueues, now }) }),
      jobRoutes({ jobs: new Jobs({ db, catalog, runs: jobRuns, now }) }),
      quoteRoutes({
        quotes,
        reviews: new Reviews({ db, catalog, now }),
        underwriting: new Underwriting({ db, catalog, runs, now }),
        informationRequests: new InformationRequests({ db, catalog, runs, changedQuotes, now }),
        earlierDecisions: new EarlierDecisions({ db, catalog }),
        offers: new Offers({ db, catalog, runs, changedQuotes, now }),
      }),
      ledgerRoutes({ ledger: new LedgerService({ db, catalog, terms, now }) }),
      changeRoutes({
        changes: new ChangeFeed({ db, catalog, quotes, urls, now, isStopping: drain.isStopping }),
      }),
      policyRoutes({ policies }),
      policyCorrectionRoutes({ corrections: new PolicyCorrections({ db, catalog, terms, now }), policies }),
      policyPaymentRoutes({ db, catalog, now }),
      policyPreviewRoutes({ previews: new PolicyPreviews({ db, catalog, now }) }),
      policyTimelineRoutes({ timelines: new PolicyTimelines({ db, catalog, now }) }),
      policyUpcomingRoutes({ upcoming: new UpcomingOfPolicies({ db, catalog, now }) }),
      ...(environment === 'PROD'
        ? []
        : [
            clockRoutes({ clocks: new Clocks({ db, runs: clockRuns, now }) }),
            clockCopyRoutes({ copies: new ClockCopies({ db, catalog, now }) }),
          ]),
      meRoutes({ db, environment }),
      administrationRoutes({
        organizations: new Organizations({ db, identityProviders, passwordsOff }),
        users: new Users({ db, passwordsOff }),
        keys: new Keys({ db, now }),
      }),
      auditRoutes({ db }),
      viewRoutes({ db }),
      quoteFigureRoutes({ db, now }),
      retentionRoutes({ db, now }),
      figureRoutes({ db, now }),
      reportRoutes({ reports: new ReportService({ db }), db, now }),
      postingRoutes({ postings: new Postings({ db, now }) }),
      holdRoutes({ holds: new Holds({ db, catalog, now }) }),
      activityRoutes({ activity: new Activity({ db, now }) }),
      assistantActRoutes({ releases }),
      taskRoutes({ tasks: new Tasks({ db, now }) }),
      draftRoutes({ drafts: new Drafts({ db, now }) }),
      deskRoutes({ desk: new Desk({ db, now }) }),
      commissionRoutes({ commissions: new Commissions({ db, now }) }),
      bordereauRoutes({ bordereaux: new Bordereaux({ db, catalog, now }) }),
      worksheetRoutes({ worksheets }),
      documentRoutes({
        generation: new DocumentGeneration({ db, catalog, maker, runs, now }),
        downloads: new Downloads({ db, urls }),
        evaluations: new PartnerEvaluations({ db, catalog, maker, now }),
        store,
        baseUrl: publicUrl,
      }),
      fileRoutes({ files, bytes }),
      webhookRoutes({
        endpoints: new WebhookEndpoints({
          db,
          catalog,
          queues,
          hosts: settings.webhooks.hosts,
          isPublicAddress,
          now,
        }),
        deliveries: new WebhookDeliveries({ db, queues, now }),
        replays: new WebhookReplays({ db, catalog, queues, now }),
        polls: new WebhookPolls({ db, sign: signedHeaders, now }),
      }),
      quoteReplayRoutes({ replays: new QuoteReplays({ db, catalog, rater }) }),
      trialRoutes({ trials: new TrialRatings({ db, catalog, rater, now }) }),
      impactRoutes({ impact: new VersionImpact({ db, threads }) }),
      collectionRoutes({
        methods,
        collections: new PolicyCollections({ db, catalog, terms, now, baseUrl: publicUrl }),
      }),
      ...(await paymentResources(settings, { db, catalog, runs, now, methods })),
    ],
    readPdf: (organizationId, bytes) => pdfs.pages(organizationId, bytes),
    checks,
    version: packageVersion(),
    guides: path.join(packageRoot(), 'docs'),
    ...(settings.console && { consoleFolder: path.join(packageRoot(), 'dist/console') }),
    demoAccess,
    ...(settings.publicUrl !== undefined && { publicUrl: settings.publicUrl }),
    trustedProxies: settings.trustedProxies,
    rateLimits: settings.rateLimits,
    shares: sharesOfProcess(settings.eventsBesideOthers),
    corsOrigins: settings.corsOrigins,
    compression: settings.compression,
    innerRequests,
    acts: actsOf(assistantActs),
    metrics,
  });
  server.on('request', tracing?.requests(app) ?? app);
  answerExpectations(server, Math.max(limits.size, sentBookLimits.bytes));
  // Longer than the idle time of common load balancers, which otherwise send requests on a closing
  // connection.
  server.keepAliveTimeout = 65_000;
  await listen(server, address);
  metrics?.observeBacklogs(db);
  metrics?.readyWhen(checks);
  const drainMs = drainSeconds * 1_000;
  lifecycle.onStop('the API', () => drain.stop(drainMs), drainMs + requestPatienceMs + 3_000);
  return publicUrl;
}

/** Stripe's webhooks are served if Stripe is set up; only then is its large library loaded. */
async function paymentResources(
  { payments: { stripeWebhookSecret: secret } }: Settings,
  dependencies: Omit<StripeWebhookDependencies, 'secret'>,
): Promise<Router[]> {
  if (secret === undefined) return [];
  const { StripeWebhook } = await import('../../api/payments/stripe-webhook.js');
  return [paymentRoutes({ stripe: new StripeWebhook({ ...dependencies, secret }) })];
}
