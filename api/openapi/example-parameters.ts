import {
  exampleConfigIds,
  exampleEventIds,
  exampleFacts,
  exampleIds,
} from '../../domain/events/declarations/example-records.js';
import { exampleRows } from '../http/example-ids.js';

const fileName = `Declarations ${exampleIds.policyNumber}.pdf`;

/** An example of each required parameter; the records are those of the demo data, as far as it has them. */
export const exampleParameters: Readonly<Record<string, string>> = {
  apiKey: exampleRows.apiKey,
  asOf: '2027-06-30',
  batchId: exampleEventIds.batch,
  bookId: exampleRows.book,
  client_id: exampleIds.client,
  clientId: exampleIds.client,
  clockId: exampleIds.clock,
  commissionId: exampleRows.commissionStatement,
  configId: exampleConfigIds.evaluation,
  date: '2027-06-30T12:00:00Z',
  deliveryId: exampleRows.webhookDelivery,
  documentId: exampleFacts.document,
  endpointId: exampleRows.webhookEndpoint,
  effectiveDate: '2027-06-30',
  entryId: exampleRows.ledgerEntry,
  environment: 'DEV',
  fileName,
  from: '2027-06-01',
  holdId: exampleRows.hold,
  jobId: exampleRows.job,
  lineId: exampleIds.line,
  month: '2027-06',
  path: `http://127.0.0.1:3000/ioi/v3/file/DEV/${exampleFacts.document}/${encodeURIComponent(fileName)}`,
  personId: exampleRows.person,
  policyId: exampleIds.policy,
  product_id: exampleIds.line,
  productId: exampleIds.line,
  provider: 'acme',
  quoteId: exampleIds.quote,
  quoteRequestId: exampleIds.quote,
  sessionId: exampleRows.session,
  state: 'lXv2f3Vn0sYq8mZc',
  to: '2027-06-30',
  triggerRequestId: exampleEventIds.quotes,
  type: 'GET_QUOTES',
  versionId: exampleRows.productVersion,
};
