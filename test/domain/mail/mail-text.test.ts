import { describe, expect, it } from 'vitest';
import { failedEnd } from '../../../domain/mail/attempt-end.js';
import { defaultMailText, mailLanguages } from '../../../domain/mail/default-templates.js';
import { spanishReasons } from '../../../domain/mail/default-templates-es.js';
import { mailAddressIn } from '../../../domain/mail/mail-address.js';
import { htmlOfMail, plainTextOfMail, shownHtmlOfMail } from '../../../domain/mail/markdown.js';
import { whyNotMarkdown } from '../../../domain/mail/markdown-limits.js';
import { mailPurposes } from '../../../domain/mail/purposes.js';
import { nextMailAttempt } from '../../../domain/mail/retries.js';
import { groundTitles } from '../../../domain/policy/cancellation-notice.js';

const values = {
  policyNumber: 'BOP-7',
  amount: '$1,200.00',
  dueDate: '2030-06-01',
  organizationName: 'Acme',
};

describe('the text of a mail', () => {
  it('has the lines whose values are known', () => {
    const { subject, text } = defaultMailText('INVOICE', values, 'en');
    expect(subject).toBe('Invoice for your policy BOP-7');
    expect(plainTextOfMail(text)).toBe('$1,200.00 is due on 2030-06-01.\n\nAcme\n');
    expect(defaultMailText('INVOICE', {}, 'es').subject).toBe('Factura de su póliza');
  });

  it('says in a notice for non-payment what prevents the cancellation', () => {
    const lines = (language: 'en' | 'es') =>
      plainTextOfMail(defaultMailText('NOTICE', values, language).text);
    expect(lines('en')).toContain('If we receive $1,200.00 by 2030-06-01, your policy is not cancelled');
    expect(lines('es')).toMatch(/1,200\.00.*2030-06-01/);
  });

  it("has the service's own reasons in its language", () => {
    const { text } = defaultMailText('NOTICE', { reason: groundTitles.NON_PAYMENT }, 'es');
    expect(plainTextOfMail(text)).toContain(spanishReasons[groundTitles.NON_PAYMENT]);
  });

  it.each(mailPurposes.flatMap((purpose) => mailLanguages.map((language) => ({ purpose, language }))))(
    'is never empty: $purpose in $language',
    ({ purpose, language }) => {
      const { subject, text } = defaultMailText(
        purpose,
        { amount: '$1.00', dueDate: '2030-06-01', link: 'https://a.example/x', reason: 'Why' },
        language,
      );
      expect(subject).not.toBe('');
      expect(text).not.toBe('');
    },
  );

  it('takes values as they are', () => {
    const reason = '**A** [b](https://evil.example) <img src=x onerror=alert(1)>\n# c & d';
    const { text } = defaultMailText('NOTICE', { reason }, 'en');
    expect(plainTextOfMail(text)).toContain(
      '**A** [b](https://evil.example) <img src=x onerror=alert(1)> # c & d',
    );
    const html = htmlOfMail(text, 'en');
    expect(html).not.toMatch(/<(img|a|strong|h1)/);
  });

  it.each([
    ['<script>alert(1)</script>', /<script/],
    ['![x](https://spy.example/p.gif)', /<img/],
    ['[x](javascript:alert(1))', /javascript/],
    ['[x](data:text/html,x)', /<a /],
    ['<a href="https://x.example" onclick="y()">z</a>', /<a /],
  ])('of %s shows nothing of it', (markdown, hostile) => {
    expect(htmlOfMail(markdown, 'en')).not.toMatch(hostile);
    expect(shownHtmlOfMail(markdown, 'en')).not.toMatch(hostile);
    expect(shownHtmlOfMail(markdown, 'en')).not.toContain('style=');
  });

  it('keeps lists, tables and the addresses of links without marks', () => {
    const markdown =
      '# Title\n\n- **one**\n- two\n\n1. a\n2. b\n\n[Pay](https://pay.example/?a=1&b=2)\n\n| x | y |\n|---|---|\n| 1 | 2 |';
    expect(plainTextOfMail(markdown)).toBe(
      'Title\n\n- one\n- two\n\n1. a\n2. b\n\nPay: https://pay.example/?a=1&b=2\n\nx | y\n1 | 2\n',
    );
  });
});

it.each([
  'a@b',
  'a b@c.example',
  '<a@b.example>',
  'a@b.example\n',
  'a@b.example,c@d.example',
  '"x"@y.example',
  `${'a'.repeat(250)}@b.example`,
])('%j is no address, or is trimmed', (text) =>
  expect(mailAddressIn(text) ?? 'none').toMatch(/^(none|a@b\.example)$/),
);

it.each([
  ['_a~'.repeat(251), /at most 500 of/],
  ['a\n'.repeat(1_001), /at most 1000 lines/],
  ['>'.repeat(21), /at most 20 deep/],
  ['- '.repeat(5_000), /at most 20 deep/],
  [`1. a\n${' '.repeat(44)}- b`, /at most 20 deep/],
])('%# takes long to be read as Markdown', (text, why) => expect(whyNotMarkdown(text)).toMatch(why));

it.each([
  '\\_'.repeat(5_000),
  '-'.repeat(200),
  `> > - 1. a\n${' '.repeat(60)}a = 1`,
  '- - -',
  '2030-06-01. '.repeat(99),
])('%# is taken as Markdown', (text) => expect(whyNotMarkdown(text)).toBeUndefined());

describe('an attempt', () => {
  it.each([
    [{ responseCode: 550, isAboutMessage: true }, true, 'REFUSED'],
    [{ responseCode: 451, isAboutMessage: true }, true, 'RETRY'],
    [{ responseCode: 421, isAboutMessage: false }, true, 'UNCONFIRMED'],
    [{ isAboutMessage: false }, true, 'UNCONFIRMED'],
    [{ isAboutMessage: false }, false, 'RETRY'],
    [{ responseCode: 535, isAboutMessage: false }, false, 'RETRY'],
  ] as const)('that failed by %j, handed over %s, is %s', (failure, wasHandedOver, end) => {
    expect(failedEnd(failure, wasHandedOver)).toBe(end);
  });

  it('is repeated later and later, for two days', () => {
    const sendingSince = new Date('2030-05-02T10:00:00Z');
    let at = sendingSince;
    let attempts = 0;
    for (let next: Date | undefined = at; next !== undefined; ) {
      at = next;
      attempts += 1;
      next = nextMailAttempt({ attempts, sendingSince }, at);
    }
    expect(attempts).toBe(13);
    expect(at.getTime() - sendingSince.getTime()).toBeLessThanOrEqual(48 * 3_600_000);
  });
});
