import { interfacePath } from '../../domain/ground/interface-path.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { ChangeNoticeType } from '../../domain/webhooks/change-notices.js';
import type { ReadChange } from '../changes/read-changes.js';

/** What one transaction changed of a client, quote, policy, hold, task, file or mail, the feed's changes in their order. */
export type Changed = readonly [ReadChange, ...ReadChange[]];

/** What a notification says of the record itself. */
export interface SubjectInBody {
  productId?: string | undefined;
  clientId?: string | undefined;
  policyId?: string | undefined;
  quoteId?: string | undefined;
  /** Of a hold, task, file or mail: its id and figures, by their names in the notification. */
  own?: JsonObject;
  policy?: JsonObject | undefined;
  /** Its client is the organization's, and so is the client's test clock. */
  isOfOwnClient: boolean;
  links: Partial<Record<'client' | 'policy' | 'quotes' | 'hold' | 'task' | 'file' | 'mail', string>>;
}

/** The notification of a change: ids, links and the policy's figures, and its place in the feed. */
export function changeBody(
  type: ChangeNoticeType,
  changed: Changed,
  { links, quoteId, policyId, isOfOwnClient, ...subject }: SubjectInBody,
  { event, isDeleted }: { event: { id: string; isSeen: boolean } | undefined; isDeleted: boolean },
): JsonObject {
  const [first] = changed;
  const last = changed.at(-1) ?? first;
  const { clockId } = first;
  const pastDue = changed.flatMap(({ became, recordId }) =>
    type === 'STATEMENT_PAST_DUE' && became.includes(type) ? [recordId] : [],
  );
  return {
    type,
    timestamp: last.recordedAt.toISOString(),
    data: {
      cursor: last.number,
      kinds: [...new Set(changed.map(({ kind }) => kind))],
      firedBy: kindOfAuthor(first),
      ...(event && { triggerRequestId: event.id }),
      ...(subject.productId !== undefined && { productId: subject.productId }),
      ...(subject.clientId !== undefined && { clientId: subject.clientId }),
      ...(policyId !== undefined && { policyId }),
      ...(subject.policy && { policy: subject.policy }),
      ...(quoteId !== undefined && { quoteIds: [quoteId] }),
      ...subject.own,
      ...(pastDue.length > 0 && { statementIds: pastDue }),
      ...(clockId !== null && { clockId }),
      ...(isDeleted && { isDeleted }),
      links: {
        ...((clockId === null || isOfOwnClient) && { changes: linkToChanges(first) }),
        ...(event?.isSeen && { event: `${interfacePath}/event/${event.id}` }),
        ...links,
      },
    },
  };
}

function linkToChanges({ number, clockId }: ReadChange): string {
  const ofClock = clockId === null ? '' : `&clockId=${clockId}`;
  return `${interfacePath}/changes?since=${BigInt(number) - 1n}${ofClock}`;
}

const kindOfAuthor = ({ createdBy, firedBy }: ReadChange): string =>
  String((createdBy ?? firedBy)?.kind ?? 'SERVICE');
