/** What the code of a problem says. */
interface CodeDeclaration {
  status: number;
  /** The `title` of its problems. */
  title: string;
  meaning: string;
  remedy: string;
}

/**
 * Every code of a problem. Codes are stable: a client may depend on them. `docs/reference/problems.md` and the page
 * `/docs/problems` list them.
 */
export const problemCodes = {
  INVALID_REQUEST: {
    status: 400,
    title: 'Invalid request',
    meaning: 'The path, the query or the body breaks the contract. `errors` has one entry for each field.',
    remedy: 'Correct the fields; do not repeat the request unchanged.',
  },
  EFFECTIVE_DATE_NOT_COVERED: {
    status: 400,
    title: 'No version for this date',
    meaning: "No version of the product is deployed for the event's effective date.",
    remedy: 'Choose another effective date, or have a version deployed that covers it.',
  },
  PRODUCT_UNSOUND: {
    status: 400,
    title: 'Product with errors',
    meaning: 'The product breaks a rule. `errors` has the file, line and column of each finding.',
    remedy: 'Correct the product file and send it again.',
  },
  FILE_UNUSABLE: {
    status: 400,
    title: 'Unreadable file',
    meaning: 'A file of the product cannot be read.',
    remedy: 'Correct the file that `errors` names and send it again.',
  },
  UNAUTHORIZED: {
    status: 401,
    title: 'Unauthorized',
    meaning: 'The credentials are missing, invalid, expired or revoked. The problem does not say which.',
    remedy: 'Check the API key and its secret, or sign in again.',
  },
  SECOND_FACTOR_NEEDED: {
    status: 401,
    title: 'Second factor needed',
    meaning: 'The password is right, and the user signs in with a code beside it.',
    remedy: 'Send the `code` of the authenticator app, or a recovery code, with the password.',
  },
  FORBIDDEN: {
    status: 403,
    title: 'Forbidden',
    meaning: 'The caller is known but may not do this.',
    remedy: 'Read `detail`.',
  },
  PERMISSION_MISSING: {
    status: 403,
    title: 'Permission missing',
    meaning: 'The API key or the user lacks a permission, which `detail` names.',
    remedy: 'Have the permission granted, or use another key.',
  },
  KEY_RESTRICTED: {
    status: 403,
    title: 'Restricted API key',
    meaning: 'The API key is restricted to other event types or other products.',
    remedy: 'Use a key for this event type and product.',
  },
  NOT_IN_AUTHORITY: {
    status: 403,
    title: 'Not within the authority',
    meaning: "The insurer's license does not let the seller do this. `authority` names what is missing.",
    remedy: 'Ask the insurer to do it, or to extend the license.',
  },
  OTHER_ORGANIZATION: {
    status: 403,
    title: 'For another organization to do',
    meaning: 'The caller sees the record, but only another organization may change it.',
    remedy: 'Ask the organization that `detail` describes.',
  },
  NOT_FOUND: {
    status: 404,
    title: 'Not found',
    meaning: 'There is no such record, or it belongs to another organization.',
    remedy: 'Check the id that `detail` names.',
  },
  NO_SUCH_PATH: {
    status: 404,
    title: 'No such path',
    meaning: 'The interface has no such path.',
    remedy: 'Check the address; paths are case-sensitive.',
  },
  CLIENT_NOT_FOUND: {
    status: 404,
    title: 'Client not found',
    meaning: "The organization has no client with this id, or the client's data were erased.",
    remedy: 'Check the client id, or create the client.',
  },
  PRODUCT_NOT_FOUND: {
    status: 404,
    title: 'Product not found',
    meaning: 'There is no such product, or the organization has no license for it.',
    remedy: 'List the products with `GET /product`.',
  },
  PRODUCT_NOT_DEPLOYED: {
    status: 404,
    title: 'Product not deployed',
    meaning: 'The product exists, but no version of it is deployed here for the day.',
    remedy: 'Read its timeline, or have a version deployed.',
  },
  QUOTE_NOT_FOUND: {
    status: 404,
    title: 'Quote not found',
    meaning: 'There is no such quote, or the caller is neither its seller nor its insurer.',
    remedy: 'Check the quote id, which is its `requestId`.',
  },
  POLICY_NOT_FOUND: {
    status: 404,
    title: 'Policy not found',
    meaning: 'There is no such policy, or the caller is neither its seller nor its insurer.',
    remedy: 'Check the policy id.',
  },
  EVENT_NOT_FOUND: {
    status: 404,
    title: 'Event not found',
    meaning: 'There is no such event, or it belongs to another organization.',
    remedy: 'Check the `triggerRequestId`.',
  },
  FORM_NOT_FOUND: {
    status: 404,
    title: 'Form not found',
    meaning: 'The version of the product has no such form.',
    remedy: 'Check the `formConfigId`.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path does not support the method. The header `Allow` lists those that it supports.',
    remedy: 'Use one of them.',
  },
  CONFLICT: {
    status: 409,
    title: 'Conflict',
    meaning: 'The request is valid, but the state of the record does not allow it.',
    remedy: 'Read the record again and decide.',
  },
  NO_CONSENT: {
    status: 409,
    title: 'No consent',
    meaning:
      'An action of the product quotes in the name of an organization that does not consent. `errors` has the places.',
    remedy: 'Have that organization consent to the product, or quote in the name of the owner.',
  },
  DUPLICATE: {
    status: 409,
    title: 'Exists already',
    meaning: 'Such a record exists already.',
    remedy: 'Use the existing record.',
  },
  HOLD: {
    status: 409,
    title: 'Stopped by a hold',
    meaning:
      'A hold of the insurer stops business of this kind in the place of the risk. `holdId` names it, `detail` has its ' +
      'title, days and place, `errors` the field.',
    remedy:
      'Fire the event again when the hold is over. What is referred needs the decision of an underwriter first; the ' +
      'insurer can override the hold for a quote or a policy.',
  },
  FILE_NOT_CLEAN: {
    status: 409,
    title: 'File not clean',
    meaning: 'The file is not scanned yet, or is infected. `detail` says which.',
    remedy: 'Read the file until its `state` is `CLEAN`. An infected one has no bytes anymore: delete it.',
  },
  EVENT_REFUSED: {
    status: 409,
    title: 'Event refused',
    meaning:
      'A business rule refuses the event. `detail` has the reason, `errors` the field. The event is closed: ' +
      'firing it again under its `triggerRequestId` gives the same answer.',
    remedy: 'Correct the cause and fire a new event.',
  },
  EVENT_ID_REUSED: {
    status: 409,
    title: 'Event id reused',
    meaning: 'The `triggerRequestId` was used for a different event.',
    remedy: 'Choose a new id for a new event; send the same envelope to repeat an event.',
  },
  BOOK_OPEN: {
    status: 409,
    title: 'Another book has not ended',
    meaning:
      'The organization has sent a [book](book.md#over-rest) that has not ended: one is read at a time.',
    remedy: 'Read `GET /book` until it has ended, and send this one again.',
  },
  DRAFT_CHANGED: {
    status: 409,
    title: 'The draft was changed elsewhere',
    meaning: 'The [draft](interface.md#drafts) was saved or discarded after it was read, as in another tab.',
    remedy: 'Read it again, and save over its version.',
  },
  JOB_ENDED: {
    status: 409,
    title: 'The job has ended',
    meaning: 'The [job](jobs.md) has ended or was canceled: it is not paused, resumed or run again.',
    remedy: 'Make another job of the rows that are left: the result of this one can be sent again.',
  },
  CLOCK_ADVANCING: {
    status: 409,
    title: 'Clock advances',
    meaning: "The client's test clock advances: nothing is taken from outside until it stands still.",
    remedy: 'Wait until the clock is `READY`, then send the request again.',
  },
  EVENT_STOPPED: {
    status: 409,
    title: 'Event stopped',
    meaning: "The event's run was canceled or stopped before it had a result.",
    remedy: 'Inspect the event, then fire a new one.',
  },
  EVENT_RUNNING: {
    status: 409,
    title: 'Event still running',
    meaning: 'The event still runs, so its failed actions cannot be retried yet.',
    remedy: 'Wait for its end.',
  },
  EVENT_ENDED: {
    status: 409,
    title: 'Event ended',
    meaning: 'The event has ended, and nothing of it can be canceled or retried.',
    remedy: 'Inspect the event; fire a new one if need be.',
  },
  ALREADY_ASSIGNED: {
    status: 409,
    title: 'Assigned to somebody else',
    meaning: 'Somebody else reviews the quote. `assignedTo` names the person.',
    remedy: 'Leave it, or take it by naming the person in `from`.',
  },
  QUOTE_EXPIRED: {
    status: 409,
    title: 'Quote expired',
    meaning: 'The quote is no longer valid.',
    remedy: 'Quote again.',
  },
  QUOTE_ISSUED: {
    status: 409,
    title: 'Quote issued already',
    meaning: 'A policy, change or renewal was issued from the quote already.',
    remedy: 'Read the policy that `detail` names.',
  },
  QUOTE_NOT_BINDABLE: {
    status: 409,
    title: 'Quote not bindable',
    meaning: 'The quote was declined, or waits for an approval or acceptance.',
    remedy: 'Obtain the approval or acceptance that `detail` names, or quote again.',
  },
  EFFECTIVE_DATE_NOT_BINDABLE: {
    status: 409,
    title: 'Effective date not bindable',
    meaning:
      'Today the caller cannot bind a policy from that day: it is too far in the past or in the future.',
    remedy: 'Quote for a day that `detail` allows, or have the insurer bind it.',
  },
  PAYMENT_MISSING: {
    status: 409,
    title: 'Payment missing',
    meaning: 'The amount due at binding is not paid.',
    remedy: 'Collect the payment first (`PAYMENT_SETUP`).',
  },
  POLICY_STATE: {
    status: 409,
    title: 'Not in this state of the policy',
    meaning: "The policy's state or its term does not allow the change.",
    remedy: 'Read the policy and its timeline.',
  },
  INBOUND_ENDED: {
    status: 409,
    title: 'Nothing waits',
    meaning: 'No run waits for this request any more.',
    remedy: 'Stop sending it.',
  },
  INBOUND_DIFFERS: {
    status: 409,
    title: 'Answered differently',
    meaning: 'A different payload was accepted for this request.',
    remedy: 'Stop sending it; the first payload stays.',
  },
  CASES_FAIL: {
    status: 409,
    title: 'Cases fail',
    meaning: 'The product rates cases differently than they expect. `failures` lists the differences.',
    remedy: 'Correct the product or its cases.',
  },
  DOCUMENT_IMPOSSIBLE: {
    status: 409,
    title: 'Document cannot be made',
    meaning: 'The form does not apply to the records, or cannot be rendered with them.',
    remedy: 'Read `detail`; choose another form or other records.',
  },
  ENDPOINT_DISABLED: {
    status: 409,
    title: 'Webhook endpoint disabled',
    meaning: 'The webhook endpoint is disabled or deleted.',
    remedy: 'Enable the endpoint first.',
  },
  IDEMPOTENCY_KEY_BUSY: {
    status: 409,
    title: 'Idempotency-Key in use',
    meaning: 'The first request with this `Idempotency-Key` is still under way.',
    remedy: 'Wait for the seconds of `Retry-After`, then repeat the request unchanged.',
  },
  ANSWER_NOT_KEPT: {
    status: 409,
    title: 'Answer not kept',
    meaning:
      'The request with this `Idempotency-Key` was carried out, but its answer was large or was erased.',
    remedy: 'Read the record; do not repeat the request.',
  },
  CHANGES_NOT_KEPT: {
    status: 410,
    title: 'Changes no longer kept',
    meaning:
      'The feed no longer has the changes after `since`: the setting `RETAIN_CHANGES_DAYS` says how long it keeps them.',
    remedy: 'Take the `next` of a read with `since=LATEST`, read all records anew, and go on from there.',
  },
  PRECONDITION_FAILED: {
    status: 412,
    title: 'Changed meanwhile',
    meaning: 'The record is not as `If-Match` says: another request has changed it, or it does not exist.',
    remedy: 'Read the record again, and send the change with its new `ETag`.',
  },
  BODY_TOO_SLOW: {
    status: 408,
    title: 'Body too slow',
    meaning: 'The bytes of a file came too slowly. The connection is closed.',
    remedy: 'Upload the file again, over a better connection.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    title: 'Body too large',
    meaning: 'The body is larger than the endpoint accepts, after decompression.',
    remedy: 'Send less.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The body is not JSON in UTF-8, or its encoding is unknown.',
    remedy: 'Send `Content-Type: application/json`.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: 'Idempotency-Key reused',
    meaning: 'The `Idempotency-Key` was used for a different request.',
    remedy: 'Send a new key with each new request.',
  },
  RATE_LIMITED: {
    status: 429,
    title: 'Too many requests',
    meaning: 'The caller or its organization sends too many requests.',
    remedy: 'Wait for the seconds of `Retry-After`, then repeat the request unchanged.',
  },
  QUEUE_FULL: {
    status: 429,
    title: 'Too much at once',
    meaning: 'So much of the organization waits for its turn that this request would wait too long.',
    remedy: 'Wait for the seconds of `Retry-After`, then repeat the request unchanged; send fewer at once.',
  },
  SIGN_IN_LIMITED: {
    status: 429,
    title: 'Too many failed sign-ins',
    meaning: 'Too many sign-ins of this user or address failed.',
    remedy: 'Wait for the seconds of `Retry-After`.',
  },
  INTERNAL_ERROR: {
    status: 500,
    title: 'Internal server error',
    meaning: 'A defect of the service. Its log has the `requestId`.',
    remedy: 'Report the `requestId` to the operator.',
  },
  UNAVAILABLE: {
    status: 503,
    title: 'Unavailable',
    meaning: 'A required part of the service does not answer.',
    remedy: 'Wait for the seconds of `Retry-After`, then repeat the request unchanged.',
  },
  DISK_FULL: {
    status: 503,
    title: 'Disk full',
    meaning: 'The disk of the database is full: nothing can be stored. The request has changed nothing.',
    remedy: 'Tell the operator, who makes space; then repeat the request unchanged.',
  },
  EVENT_PENDING: {
    status: 503,
    title: 'Event kept, not finished',
    meaning: 'The event is stored and will run, but has no result yet.',
    remedy: 'Fire the same envelope again under the `triggerRequestId` of the problem.',
  },
} as const satisfies Readonly<Record<string, CodeDeclaration>>;

export type ProblemCode = keyof typeof problemCodes;

/** The codes of a status. */
export type CodeOf<Status extends number> = {
  [Code in ProblemCode]: (typeof problemCodes)[Code]['status'] extends Status ? Code : never;
}[ProblemCode];

export const problemCodeNames = Object.keys(problemCodes) as [ProblemCode, ...ProblemCode[]];
