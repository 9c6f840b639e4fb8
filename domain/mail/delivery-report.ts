/** What was reported of a mail. */
export const reportKinds = ['BOUNCED', 'COMPLAINED', 'DELIVERED', 'DELAYED'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** A report of one mail: a status notification (RFC 3464) or a complaint (RFC 5965). */
export interface DeliveryReport {
  /** The `Message-ID` of the mail, with its angle brackets. */
  messageId: string | undefined;
  /** What the mail's envelope was called when it was sent. */
  envelopeId: string | undefined;
  kind: ReportKind;
  /** A bounce: the address does not exist or takes nothing. */
  isPermanent: boolean;
  reason: string;
}

const mostParts = 20;
const mostDepth = 4;
const longestReason = 500;

/** A part of a message: its headers in lower case, and its text. */
interface Part {
  headers: Fields;
  type: string;
  body: string;
}
type Fields = ReadonlyMap<string, string>;

/** The report in a message; undefined if there is none. Never reads more than some parts, whatever the message says. */
export function deliveryReportIn(message: string): DeliveryReport | undefined {
  const parts = leavesOf(message.replaceAll('\r\n', '\n'), 0, { left: mostParts });
  const original = parts.find(({ type }) =>
    /^(message\/rfc822|text\/rfc822-headers|message\/rfc822-headers)$/.test(type),
  );
  const messageId = original && fieldsOf(original.body).get('message-id');
  const status = parts.find(({ type }) => type === 'message/delivery-status');
  if (status !== undefined) return ofStatus(groupsOf(status.body), messageId);
  const feedback = parts.find(({ type }) => type === 'message/feedback-report');
  return feedback && ofFeedback(fieldsOf(feedback.body), messageId);
}

function ofStatus(
  [ofMessage, ...recipients]: Fields[],
  messageId: string | undefined,
): DeliveryReport | undefined {
  const groups = recipients.length > 0 ? recipients : [ofMessage ?? new Map()];
  const worst = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'];
  const [first] = groups
    .filter((fields) => worst.includes(actionOf(fields)))
    .toSorted((one, other) => worst.indexOf(actionOf(one)) - worst.indexOf(actionOf(other)));
  if (first === undefined) return undefined;
  const action = actionOf(first);
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(first.get('status') ?? '')?.[0] ?? '';
  const kind = action === 'failed' ? 'BOUNCED' : action === 'delayed' ? 'DELAYED' : 'DELIVERED';
  const diagnosis = first.get('diagnostic-code')?.replace(/^\w+\s*;\s*/, '');
  return {
    messageId,
    envelopeId: ofMessage?.get('original-envelope-id'),
    kind,
    isPermanent: kind === 'BOUNCED' && !status.startsWith('4'),
    reason: short([status, diagnosis ?? action].filter(Boolean).join(' ')),
  };
}

const actionOf = (fields: Fields): string => fields.get('action')?.toLowerCase() ?? '';

function ofFeedback(fields: Fields, messageId: string | undefined): DeliveryReport | undefined {
  const type = fields.get('feedback-type')?.toLowerCase() ?? '';
  if (type === '' || type === 'not-spam') return undefined;
  const envelopeId = fields.get('original-envelope-id');
  return { messageId, envelopeId, kind: 'COMPLAINED', isPermanent: false, reason: short(type) };
}

const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, longestReason);

/** The parts of a message that have no parts of their own, up to a number and a depth. */
function leavesOf(text: string, depth: number, room: { left: number }): Part[] {
  if (room.left <= 0) return [];
  room.left -= 1;
  const part = partOf(text);
  const boundary =
    /^multipart\//.test(part.type) && parameterOf(part.headers.get('content-type') ?? '', 'boundary');
  if (!boundary || depth >= mostDepth) return [part];
  const inner = `\n${part.body}`.split(`\n--${boundary}`, mostParts + 2).slice(1);
  const closed = inner.findIndex((each) => each.startsWith('--'));
  return (closed < 0 ? inner : inner.slice(0, closed)).flatMap((each) =>
    leavesOf(each.replace(/^[^\n]*\n/, ''), depth + 1, room),
  );
}

function partOf(text: string): Part {
  const end = text.startsWith('\n') ? 0 : text.indexOf('\n\n');
  const headers = fieldsOf(end < 0 ? text : text.slice(0, end));
  const type =
    /^[\w.+-]+\/[\w.+-]+/.exec(headers.get('content-type') ?? '')?.[0].toLowerCase() ?? 'text/plain';
  const body = end < 0 ? '' : text.slice(end).replace(/^\n+/, '');
  return { headers, type, body: decoded(body, headers.get('content-transfer-encoding')) };
}

function decoded(body: string, encoding = ''): string {
  if (/^base64$/i.test(encoding)) return Buffer.from(body, 'base64').toString().replaceAll('\r\n', '\n');
  if (!/^quoted-printable$/i.test(encoding)) return body;
  return body
    .replace(/=\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function parameterOf(header: string, name: string): string | undefined {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}=(?:"([^"]{1,100})"|([^\\s;]{1,100}))`, 'i').exec(header) ?? [];
  return quoted ?? plain;
}

/** Groups of fields with empty lines between. */
const groupsOf = (text: string): Fields[] =>
  text
    .split(/\n[ \t]*\n/, 100)
    .filter((group) => group.trim() !== '')
    .map(fieldsOf);

/** Fields as `Name: value`, continued on lines that begin with a space; the first of a name counts. */
function fieldsOf(text: string): Fields {
  const fields = new Map<string, string>();
  const [head = ''] = text.replace(/^\n+/, '').split('\n\n', 1);
  for (const line of head.replace(/\n[ \t]+/g, ' ').split('\n', 500)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    if (!fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}
