import { type BookLine, idOf, type PlacedFinding, placed, readLine } from '../../domain/book/book-line.js';
import { recordedAtOf } from '../../domain/book/changes.js';
import { type OddCode, oddCodesOf } from '../../domain/book/codes.js';
import { type BookFigures, figuresOfRows } from '../../domain/book/figures.js';
import { type BookInstallation, installedRows, whyNotInstalled } from '../../domain/book/installed-rows.js';
import { pastEvent } from '../../domain/book/past-event.js';
import { isIntact, whyNotOwn } from '../../domain/book/policy-record.js';
import { rowsOfPolicy } from '../../domain/book/policy-rows.js';
import { readPolicy } from '../../domain/book/read-policy.js';
import { type BookPolicy, bookPolicy, exportedPolicy, type Finding } from '../../domain/book/records.js';
import type { Rows } from '../../domain/book/rows.js';
import { type BookSurroundings, eventIdInBook } from '../../domain/book/surroundings.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { minorDigits } from '../../domain/money/currency.js';
import { stateOfInsured } from '../../domain/policy/rated-parts.js';
import { endOfCoverage } from '../../domain/policy/timeline.js';
import type { BookPlaces, ProductOfBook } from './book-places.js';

/** What is known of the client of a policy. */
export type ClientOfBook = BookSurroundings['client'] & { organization: { id: string; name: string } };

/** What a book is read with. */
export interface BookReading {
  places: BookPlaces;
  /** The name of the system that it comes from. */
  source: string;
  /** Of a book that this service exported: its ids stay, and what they stand for is mapped. */
  installation: BookInstallation | undefined;
}

/** A policy of a book, ready to be written; or what is wrong with it. */
export interface PreparedPolicy {
  line: BookLine;
  id: string | undefined;
  findings: PlacedFinding[];
  ready?: {
    policyId: string;
    policyNumber: string;
    product: ProductOfBook;
    /** Of another system's policy. */
    record: BookPolicy | undefined;
    rows: Rows;
    /** What its product does not know, or cannot read. */
    odd: readonly OddCode[];
    /** What the book says that it comes to. */
    brought: () => BookFigures;
    /** The insured's state; empty if it is unknown. */
    state: string;
  };
}

/** The id of a client here. */
export const clientIdOf = ({ places, installation }: BookReading, id: string): string =>
  installation === undefined ? derivedId(places.insurer.id, 'book', 'client', id) : id;

/** The id of a policy of another system here. */
export const policyIdOf = ({ places }: BookReading, id: string): string =>
  derivedId(places.insurer.id, 'book', 'policy', id);

/** Reads a policy of a book; `clientOf` finds the client by its id in the book. */
export async function preparePolicy(
  line: BookLine,
  reading: BookReading,
  clientOf: (id: string) => ClientOfBook | undefined,
): Promise<PreparedPolicy> {
  const id = idOf(line.value);
  const isExported = typeof line.value === 'object' && line.value !== null && 'rows' in line.value;
  const wrong = (findings: readonly Finding[]) => ({
    line,
    id,
    findings: findings.map((each) => placed(line, id, each)),
  });
  if (isExported) return prepareExported(line, reading, wrong);
  const read = readLine(bookPolicy, line);
  if ('findings' in read) return { line, id, findings: read.findings };
  const { record } = read;
  const client = clientOf(record.client);
  const product = await reading.places.product(record.product);
  const seller =
    record.seller === undefined ? client?.organization : await reading.places.organization(record.seller);
  const missing: Finding[] = [
    ...(client === undefined
      ? [{ field: 'client', message: `no client has the id "${record.client}"` }]
      : []),
    ...(typeof product === 'string' ? [{ field: 'product', message: product }] : []),
    ...(typeof product !== 'string' && !product.isDeployed
      ? [{ field: 'product', message: `no version of ${product.product.key} is deployed here` }]
      : []),
    ...(typeof seller === 'string' ? [{ field: 'seller', message: seller }] : []),
  ];
  if (
    missing.length > 0 ||
    client === undefined ||
    typeof product === 'string' ||
    typeof seller !== 'object'
  ) {
    return wrong(missing);
  }
  const policyId = policyIdOf(reading, record.id);
  const { insurer } = reading.places;
  const around: BookSurroundings = { policyId, source: reading.source, insurer, seller, client, ...product };
  const policy = readPolicy(record, around);
  if ('findings' in policy) return wrong(policy.findings);
  const last = policy.read.changes.at(-1)?.history.terms.at(-1);
  const isInForce = last !== undefined && endOfCoverage(last) > product.now.today;
  const { errors, odd } = oddCodesOf(record, product.codes, { isInForce });
  if (errors.length > 0) return wrong(errors);
  const rows = { ...rowsOfPolicy(record, policy.read, around), events: [eventOf(record, around)] };
  return { line, id, findings: [], ready: readyOf({ policyId, record, product, rows, odd }) };
}

/** Figures that the other system states are what was brought. */
function readyOf({
  policyId,
  record,
  product,
  rows,
  odd,
}: {
  policyId: string;
  record: BookPolicy;
  product: ProductOfBook;
  rows: Rows;
  odd: readonly OddCode[];
}): PreparedPolicy['ready'] {
  const stated = Object.fromEntries(
    Object.entries(record.figures).filter(([, value]) => value !== undefined),
  );
  const { policyNumber } = record;
  return {
    policyId,
    policyNumber,
    product,
    record,
    rows,
    odd,
    brought: () => ({ ...figuresOf(rows, product), ...stated }),
    state: stateOf(rows),
  };
}

const figuresOf = (rows: Rows, { settings, now }: ProductOfBook): BookFigures =>
  figuresOfRows(rows, { day: now.today, digits: minorDigits(settings.currency) });

async function prepareExported(
  line: BookLine,
  { installation, places }: BookReading,
  wrong: (findings: readonly Finding[]) => PreparedPolicy,
): Promise<PreparedPolicy> {
  const read = readLine(exportedPolicy, line);
  if ('findings' in read) return { line, id: idOf(line.value), findings: read.findings };
  if (installation === undefined) {
    return wrong([
      { message: 'it has rows of this service, but book.json does not say that it exported it' },
    ]);
  }
  if (!isIntact(read.record, line.text)) {
    return wrong([{ message: 'it was changed since it was exported: its sha256 is another one' }]);
  }
  const { record } = read;
  const foreign = whyNotOwn(record);
  if (foreign !== undefined) return wrong([{ message: foreign }]);
  const reasons = whyNotInstalled(record, installation);
  const product = await places.product(record.product);
  if (reasons.length > 0) return wrong(reasons.map((message) => ({ message })));
  if (typeof product === 'string') return wrong([{ field: 'product', message: product }]);
  const rows = installedRows(record, installation);
  const [policy] = rows.policies ?? [];
  if (policy?.issuing_organization_id !== places.insurer.id) {
    return wrong([{ message: `it is no policy of ${places.insurer.name}` }]);
  }
  const { id: policyId, policyNumber } = record;
  const ready = {
    policyId,
    policyNumber,
    product,
    record: undefined,
    rows,
    odd: [],
    brought: () => figuresOf(rows, product),
    state: stateOf(rows),
  };
  return { line, id: policyId, findings: [], ready };
}

function stateOf(rows: Rows): string {
  const [policy] = rows.policies ?? [];
  return stateOfInsured((policy?.policy_meta ?? {}) as JsonObject) ?? '';
}

/** The event that stands for the issue of a policy elsewhere. */
function eventOf({ policyNumber, changes: [issue] }: BookPolicy, around: BookSurroundings) {
  const { policyId, seller, insurer, product, version, client, now } = around;
  const issuedAt = issue === undefined ? now : recordedAtOf(issue, { before: new Date(0), now });
  const at = issuedAt.toISOString();
  return pastEvent({
    id: eventIdInBook(policyId),
    type: 'POLICY_CREATE',
    organizationId: seller.id,
    organizationName: seller.name,
    sharedOrganizationId: seller.id === insurer.id ? null : insurer.id,
    productId: product.id,
    productKey: product.key,
    productVersionId: version.id,
    clientId: client.id,
    policyId,
    policyNumber,
    at,
    closedAt: at,
  });
}
