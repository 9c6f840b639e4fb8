import { describe, expect, it } from 'vitest';
import { subjectOf } from '../../../domain/forms/mail-templates.js';
import { pathText } from '../../../domain/ground/lint-issue.js';
import { mailTemplatesIn } from '../../../domain/product/compiled-mail.js';
import { type ProductDefinition, productDefinition } from '../../../domain/product/definition.js';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { OverlaidProduct } from '../../../domain/product/overlaid-product.js';
import { productTexts } from '../../../domain/product/product-texts.js';
import { sendsOf } from '../../../domain/product/sends.js';
import { shopProduct } from '../../support/shop-product.js';

const form = '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0100';
const bill = {
  subject: 'Bill of {{mail.amount}} for {{client.name}}',
  text: 'Dear **{{client.name}}**, please pay {{mail.amount}} by {{mail.dueDate}}.',
};

const product = (mail: object, more: object = {}): ProductDefinition =>
  productDefinition.parse({
    ...shopProduct(),
    forms: [
      {
        ...{ kind: 'DOCUMENT', formConfigId: form, name: 'Bill', formNumber: 'B', formVersion: '1' },
        ...{ fileName: 'bill', layout: { content: ['x'] } },
      },
    ],
    mail,
    ...more,
  });

const data = (name: string) => ({ answers: {}, records: { today: '2040-01-01', client: { name } } });
const facts = { amount: '1250.00', dueDate: '2040-02-01' };

describe('a template', () => {
  it('is filled with records and with what the mail says', () => {
    const filled = mailTemplatesIn(product({ templates: { bill } }), null).fill(
      'bill',
      data('Corner Bakery'),
      facts,
    );
    expect(filled).toEqual({
      subject: 'Bill of $1,250.00 for Corner Bakery',
      text: 'Dear **Corner Bakery**, please pay $1,250\\.00 by February 1, 2040.',
    });
  });

  it('gives no value a way into a header, or into the markup', () => {
    const name = 'A\r\nBcc: everybody@example.com [click](http://evil.example) <b>';
    const filled = mailTemplatesIn(product({ templates: { bill } }), null).fill('bill', data(name), facts);
    expect(filled?.subject).not.toMatch(/[\r\n]/);
    expect(filled?.text).toContain('\\[click\\]\\(http\\:\\/\\/evil\\.example\\) \\<b\\>');
  });

  it('is written in the language of its reader', () => {
    const several = product(
      { templates: { bill } },
      {
        languages: ['en', 'es'],
        translations: {
          es: { [bill.subject]: 'Bill of {{mail.amount}} (es)', [bill.text]: 'Pay {{mail.amount}} (es).' },
        },
      },
    );
    expect(mailTemplatesIn(several, 'es').fill('bill', data('Ana'), facts)?.subject).toBe(
      'Bill of $1,250.00 (es)',
    );
    expect(productTexts(several).map(({ text }) => text)).toEqual(
      expect.arrayContaining([bill.subject, bill.text]),
    );
  });

  it('differs by state', () => {
    const overlaid = product(
      { templates: { bill } },
      {
        overlays: [
          {
            ...{ name: 'Ohio', state: 'OH', from: '2040-01-01' },
            changes: [{ mail: 'bill', text: bill.subject, set: 'Ohio bill' }],
          },
        ],
      },
    );
    const held = new OverlaidProduct(overlaid).in('OH', { effectiveDate: '2040-06-01', today: '2040-06-01' });
    expect(held.definition.mail?.templates.bill).toMatchObject({ subject: 'Ohio bill', text: bill.text });
  });
});

it('makes one line of any subject', () => {
  expect(subjectOf('a\r\n\tb\u2028c\u0000')).toBe('a b c');
  expect(subjectOf('x'.repeat(1_000))).toHaveLength(300);
});

describe('lint of mails', () => {
  const found = (mail: object) =>
    lintDefinition(product(mail))
      .filter(({ path }) => path[0] === 'mail')
      .map(({ severity, path, message }) => `${severity} ${pathText(path)} ${message}`);
  const sends = { INVOICE: { template: 'bill', attachments: [form] } };

  it('has nothing to say of what is right', () => {
    expect(found({ templates: { bill }, sends })).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    [
      'a value that there is not',
      { templates: { bill: { ...bill, text: '{{mail.amounts}}' } }, sends },
      /text there is no/,
    ],
    [
      'a question that nobody asks',
      { templates: { bill: { ...bill, to: { answer: 'no' } } }, sends },
      /to\.answer no line/,
    ],
    [
      'a form that there is not',
      {
        templates: { bill },
        sends: { INVOICE: { ...sends.INVOICE, attachments: [form.replace('1', '2')] } },
      },
      /attachments\[0\] no document form/,
    ],
    [
      'a template that there is not',
      { templates: { bill }, sends: { ...sends, RECEIPT: { template: 'bil' } } },
      /RECEIPT\.template mail.templates has no "bil"; did you mean/,
    ],
    ['a template that nothing sends', { templates: { bill } }, /WARNING mail\.templates\.bill nothing sends/],
    [
      'single braces',
      { templates: { bill: { ...bill, text: '{client.name}' } }, sends },
      /text \{client\.name\} is printed/,
    ],
  ])('finds %s', (_what, mail, expected) => {
    expect(found(mail)).toEqual([expect.stringMatching(expected)]);
  });
});

it('sends by itself what the product names, after all its actions', () => {
  const sends = sendsOf(product({ sends: { NOTICE: {}, PROPOSAL: {} } }));
  expect([...sends.keys()].toSorted()).toEqual([
    'POLICY_CANCELED',
    'PRE_CANCELLATION_ISSUED',
    'RENEWAL_CANCELLED',
  ]);
  expect(sends.get('POLICY_CANCELED')).toMatchObject({
    type: 'SEND_EMAIL',
    purpose: 'NOTICE',
    order: 1_000_000,
  });
  expect(sendsOf(product({}))).toEqual(new Map());
});
