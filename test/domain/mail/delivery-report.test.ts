import { describe, expect, it } from 'vitest';
import { deliveryReportIn } from '../../../domain/mail/delivery-report.js';

const id = '<6f2d9b40-8c17-4e35-a1b9-3d0e5c7f8a21@acme.example>';

const bounce = ({ action = 'failed', status = '5.1.1' } = {}) =>
  `From: MAILER-DAEMON@mx.example
Subject: Undelivered
Content-Type: multipart/report; report-type=delivery-status;
 boundary="=_edge"

This is a MIME message.
--=_edge
Content-Type: text/plain

I'm sorry.
--=_edge
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
Original-Envelope-Id: 6f2d9b40-8c17-4e35-a1b9-3d0e5c7f8a21

Final-Recipient: rfc822; maria@bakery.example
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 no such
 user
--=_edge
Content-Type: text/rfc822-headers

Subject: Invoice
Message-ID: ${id}
--=_edge--
`.replaceAll('\n', '\r\n');

const complaint = (type: string) => `Content-Type: multipart/report; report-type=feedback-report; boundary=b

--b
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: Yes/1.0

--b
Content-Type: message/rfc822

Message-ID: ${id}
Subject: Invoice

text
--b--`;

describe('a report of a mail', () => {
  it('is a bounce for good', () => {
    expect(deliveryReportIn(bounce())).toEqual({
      ...{ messageId: id, envelopeId: '6f2d9b40-8c17-4e35-a1b9-3d0e5c7f8a21', kind: 'BOUNCED' },
      ...{ isPermanent: true, reason: '5.1.1 550 no such user' },
    });
  });

  it.each([
    [{ status: '4.4.7' }, { kind: 'BOUNCED', isPermanent: false }],
    [
      { action: 'delayed', status: '4.2.0' },
      { kind: 'DELAYED', isPermanent: false },
    ],
    [
      { action: 'delivered', status: '2.0.0' },
      { kind: 'DELIVERED', isPermanent: false },
    ],
  ])('is by its action and status %j: %j', (changes, expected) => {
    expect(deliveryReportIn(bounce(changes))).toMatchObject(expected);
  });

  it('is a complaint', () => {
    expect(deliveryReportIn(complaint('abuse'))).toMatchObject({ messageId: id, kind: 'COMPLAINED' });
    expect(deliveryReportIn(complaint('not-spam'))).toBeUndefined();
  });

  it('is read from base64', () => {
    const status = 'Reporting-MTA: dns; mx\n\nAction: failed\nStatus: 5.0.0\n';
    const message = `Content-Type: multipart/report; boundary=b

--b
Content-Type: message/delivery-status
Content-Transfer-Encoding: base64

${Buffer.from(status).toString('base64')}
--b--`;
    expect(deliveryReportIn(message)).toMatchObject({ kind: 'BOUNCED', reason: '5.0.0 failed' });
  });
});

describe('a hostile message', () => {
  const nested = (depth: number): string =>
    depth === 0
      ? 'Content-Type: message/delivery-status\n\nAction: failed\n'
      : `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n${nested(depth - 1)}\n--b${depth}--\n`;

  it.each([
    ['nothing', ''],
    ['no report', 'Subject: hello\n\nhow are you'],
    ['only line breaks', '\n'.repeat(500_000)],
    ['a header without an end', `X: ${'a '.repeat(200_000)}`],
    ['spaces that continue lines', `Content-Type: multipart/report;${'\n \t'.repeat(150_000)}boundary=`],
    ['very many parts', `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(100_000)}`],
    ['a deep tree', nested(30)],
    ['a boundary of patterns', 'Content-Type: multipart/mixed; boundary="(a+)+$"\n\n--(a+)+$\n\nx'],
  ])('of %s has no report, and takes no time', (_, message) => {
    const begun = performance.now();
    expect(deliveryReportIn(message)).toBeUndefined();
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});
