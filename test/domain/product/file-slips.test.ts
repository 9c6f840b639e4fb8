import { describe, expect, it } from 'vitest';
import { newProduct } from '../../../cli/authoring/new-product.js';
import { pathText } from '../../../domain/ground/lint-issue.js';
import { readProductFile } from '../../../domain/product/file/product-file.js';

/* Slips of the pen in the text of a product file: YAML's own traps, and settings outside of rating. */

const whole = `${newProduct('corner-shop').product}
policy:
  currency: USD
  numbering: { pattern: "CS-{yyyy}-{seq:6}" }
  paymentPlans:
    - { plan: FULL_PAYMENT, dueDays: 15 }
    - { plan: MONTHLY, downPayment: 0.2, instalments: 10, instalmentFee: 5 }
  cancellation:
    method: SHORT_RATE
    shortRatePenalty: 0.2
    nonPayment: { graceDays: 10, noticeDays: 15 }
  renewal: { noticeDays: 90, quoteDays: 60, automatic: false }

forms:
  - formConfigId: 0f6b3b1e-6a3f-4a57-8a0e-3f1f0b8f7d21
    name: Proposal
    kind: DOCUMENT
    formNumber: CS 01
    formVersion: "01 26"
    fileName: Proposal
    needs: [quote]
    layout:
      content:
        - { text: "Premium {{quote.premium}}", style: title }
`;

/** Each thing found, with the text of the file from its place on. */
function found(text: string): string[] {
  return readProductFile(text, 'YAML').issues.map(({ line, column, path, message }) => {
    const at = text.split('\n')[line - 1]?.slice(column - 1, column + 11);
    return `${at} | ${pathText(path)}: ${message}`;
  });
}

const nested = (open: string, close: string, levels: number) =>
  `${open.repeat(levels)}${close.repeat(levels)}`;

describe('a product file with a slip', () => {
  it('is sound without', () => expect(found(whole)).toEqual([]));

  it.each<[string, string, string, string | RegExp]>([
    [
      'a key twice',
      'version: 0.1.0',
      'version: 0.1.0\nversion: 0.2.0',
      'version: 0.2 | : the key "version" is written twice',
    ],
    ['a tab', '    method:', '\tmethod:', /^\tmethod: SHO \| : a tab cannot indent: use spaces$/],
    [
      'wrong indentation',
      '  cancellation:',
      '   cancellation:',
      /: this line is not indented like the lines that it belongs to$/,
    ],
    ['no space after a colon', 'version: 0.1.0', 'version:0.1.0', /this line has no key: write "key: value"/],
    [
      'a colon in a text',
      'question: Name of the business',
      'question: Name: business',
      /: a colon within \{ \} or \[ \] ends the text/,
    ],
    [
      'a second colon',
      'title: About the business',
      'title: About: the business',
      /second colon: put the text in quotes/,
    ],
    [
      'an open quotation mark',
      'formVersion: "01 26"',
      'formVersion: "01 26',
      /has no closing quotation mark$/,
    ],
    [
      'an open bracket',
      '{ place: { answer: business.place } }',
      '{ place: { answer: business.place }',
      /"\}" is missing$/,
    ],
    [
      'a second document',
      '\nforms:',
      '\n---\nforms:',
      /: a second document begins here \("---"\): a file has one$/,
    ],
    [
      'an unknown anchor',
      'automatic: false',
      'automatic: *never',
      '*never } | : there is no anchor &never above',
    ],
    ['a merge of no map', 'renewal: { noticeDays: 90', 'renewal: { <<: 90', /"<<" takes a map over/],
    [
      'an unknown tag',
      'version: 0.1.0',
      'version: !v 0.1.0',
      '!v 0.1.0 | : there is no tag !v: leave it out',
    ],
    ['curly quotation marks', 'label: In a city', 'label: “In, a city”', /straight quotation marks/],
    [
      'a code with a leading zero',
      '[CITY, 2.4]',
      '[01, 2.4]',
      '01, 2.4] | tables.places.rows[0][0]: 01 is read as the number 1: put a code in quotes, "01"',
    ],
    [
      'a code like a power',
      '[CITY, 2.4]',
      '[12E4, 2.4]',
      /12E4 is read as the number 120000: put a code in quotes, "12E4"$/,
    ],
    ['a code in hexadecimal', '[CITY, 2.4]', '[0x1A, 2.4]', /0x1A is read as the number 26/],
    ['a code with a last zero', '[CITY, 2.4]', '[722.10, 2.4]', /722.10 is read as the number 722.1/],
    [
      'a code of many digits',
      '[CITY, 2.4]',
      '[12345678901234567890, 2.4]',
      /is read as the number 12345678901234567000/,
    ],
    [
      'a number as a choice',
      'value: CITY',
      'value: 500',
      /answerChoices\[0\]\.value: must be a text: write it in quotes/,
    ],
    [
      'a number as a version',
      'version: 0.1.0',
      'version: 0.1',
      '0.1 | version: must be a text: write it in quotes, so that it stays as it is written',
    ],
    [
      'a space in a choice',
      'value: CITY',
      'value: "CITY "',
      /answerChoices\[0\]: has a space or a line break/,
    ],
    [
      'yes',
      'automatic: false',
      'automatic: no',
      /automatic: must be true or false, not "no" \(without quotes\)$/,
    ],
    ['NO for a country', 'value: CITY', 'value: NO', /there is no row for place "NO"/],
    [
      'an impossible date',
      'claims.count, question: Claims in the last five years, answerType: NUMBER, decimals: 0, required: true, min: 0, max: 99',
      'claims.count, question: Claims, answerType: DATE, required: true, min: 2020-02-30',
      /"2020-02-30" is not a date/,
    ],
    [
      'a separator in a number',
      'max: 10000000 }',
      'max: "10,000,000" }',
      /max: must be a number without quotes, separators or signs \(1000000, 0\.5\)/,
    ],
    ['a key without a value', 'title: Corner shop', 'title:', /product\.title: is empty; it must be a text$/],
    [
      'an empty item',
      '    - { plan: FULL_PAYMENT, dueDays: 15 }',
      '    -',
      /paymentPlans\[0\]: is empty; it must be a map of keys$/,
    ],
    ['a text for a list', 'needs: [quote]', 'needs: quote', /needs: must be a list, not "quote"$/],
    [
      'a share in percent',
      'downPayment: 0.2',
      'downPayment: 20%',
      '20%, instalm | policy.paymentPlans[1].downPayment: must be a decimal number',
    ],
    ['a share above 1', 'downPayment: 0.2', 'downPayment: 20', /must be a share from 0 to 1, such as 0.25$/],
    [
      'days with a unit',
      'graceDays: 10',
      'graceDays: 10 days',
      /graceDays: must be a number, not "10 days"$/,
    ],
    ['negative days', 'graceDays: 10', 'graceDays: -10', /graceDays: must be at least 0$/],
    [
      'too many installments',
      'instalments: 10',
      'instalments: 14',
      /MONTHLY has at most 12 installments in the longest term; write 12 or less$/,
    ],
    [
      'a penalty without effect',
      'method: SHORT_RATE',
      'method: PRO_RATA',
      /shortRatePenalty: has no effect: the method is PRO_RATA$/,
    ],
    [
      'a plan that there is not',
      'plan: MONTHLY',
      'plan: QUARTERLY',
      /plan: must be one of FULL_PAYMENT, MONTHLY/,
    ],
    [
      'an unknown currency',
      'currency: USD',
      'currency: USS',
      /policy\.currency: "USS" is no currency; did you mean "US[A-Z]"\?$/,
    ],
    ['an unknown placeholder', '{yyyy}', '{year}', /pattern: may contain \{product\}, \{yyyy\}/],
    [
      'a renewal that is not offered',
      'automatic: false',
      'automatic: true, offered: false',
      /automatic: has no effect: no renewal is offered/,
    ],
    [
      'changes of earlier terms that there are not',
      'automatic: false }',
      'offered: false }\n  changes: { backDays: { issuer: 90 } }',
      /policy\.changes\.backDays\.issuer: has no effect: no renewal is offered/,
    ],
    [
      'a value in single braces',
      '{{quote.premium}}',
      '{quote.premium}',
      /\{quote.premium\} is printed as it is; a value is written \{\{quote.premium\}\}$/,
    ],
    [
      'a value that is not closed',
      '{{quote.premium}}',
      '{{quote.premium}',
      /has a value that is not between \{\{ and \}\}$/,
    ],
    [
      'a value that there is not',
      '{{quote.premium}}',
      '{{quote.premum}}',
      /there is no value "quote.premum" here$/,
    ],
    [
      'a language',
      'kind: DOCUMENT',
      'kind: DOCUMENT\n    locale: english',
      /locale: "english" is no known language; write a tag such as en-US$/,
    ],
    ['a style', 'style: title', 'style: titel', /there is no style "titel"$/],
    [
      '= for ==',
      '{ ">=": [{ answer: claims.count }',
      '{ "=": [{ answer: claims.count }',
      /unknown operator "="; did you mean "=="\?$/,
    ],
    [
      'too many levels',
      'value: CITY',
      `value: ${nested('[', ']', 200)}`,
      /: is nested deeper than 128 levels$/,
    ],
    [
      'far too many levels',
      'value: CITY',
      `value: ${nested('[', ']', 20_000)}`,
      /: it is nested too deeply$/,
    ],
  ])('names the place and the way out: %s', (_what, from, to, finding) => {
    expect(whole).toContain(from);
    const all = found(whole.replace(from, () => to));
    expect(all).toContainEqual(typeof finding === 'string' ? finding : expect.stringMatching(finding));
  });

  it('is refused where its anchors multiply', () => {
    const letters = [...'abcdefghi'];
    const bomb = letters.map((letter, index) => {
      const parts = index === 0 ? 'x' : `*${letters[index - 1]}`;
      return `${letter}: &${letter} [${Array(9).fill(parts).join(', ')}]`;
    });
    expect(found(`${bomb.join('\n')}\n${whole}`)).toEqual([
      expect.stringMatching(/its aliases \(\*name\) repeat too much content; write it out$/),
    ]);
  });

  it.each([
    ['', 'is empty; it must be a map of keys'],
    ['- a', 'must be a map of keys, not a list'],
    ['text', 'must be a map of keys, not "text"'],
  ])('is refused if it is %j', (text, message) => {
    expect(found(text)).toEqual([expect.stringContaining(message)]);
  });
});
