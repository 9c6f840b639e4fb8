import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { pathText } from '../../../domain/ground/lint-issue.js';
import { productDefinition } from '../../../domain/product/definition.js';
import { readProductFile } from '../../../domain/product/file/product-file.js';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { type ProductContent, productContent } from '../../support/product-factory.js';

const loop = {
  ...{ qid: 'places', question: 'Places?', answerType: 'TEXT' },
  loop: {
    iterationLabel: 'Place',
    questions: [
      { qid: 'place.city', question: 'City?', answerType: 'TEXT' },
      { qid: 'place.next', question: 'Next to?', answerType: 'TEXT', iterationOf: 'places' },
    ],
  },
};

/** What lint says of a form, with the place below the form. */
function issuesOf(form: object, change: (content: ProductContent) => void = () => {}): string[] {
  const content = productContent();
  content.product.display.sections[0]!.subsections[0]!.questions.push(loop);
  Object.assign(content, {
    forms: [
      {
        ...{ formConfigId: randomUUID(), name: 'Form', kind: 'DOCUMENT', formNumber: 'F', formVersion: '1' },
        ...{ fileName: 'Form', layout: { content: ['x'] } },
        ...form,
      },
    ],
  });
  change(content);
  return lintDefinition(productDefinition.parse(content)).map(
    ({ severity, path, message }) => `${severity} ${pathText(path).replace('forms[0].', '')} ${message}`,
  );
}

const content = (...nodes: unknown[]) => ({ layout: { content: nodes } });
const table = (table: object) => content({ table: { widths: ['*'], ...table } });

describe('lint of forms', () => {
  it.each<[string, object, string]>([
    [
      'a value that there is not',
      content('{{quote.premum}}'),
      'layout.content[0].text there is no value "quote.premum" here',
    ],
    [
      'a question that nobody asks',
      content('{{answers.shop.size}}'),
      'no line asks the question "shop.size"',
    ],
    ['an answer within a loop', content('{{answers.place.city}}'), 'is answered within the loop "places"'],
    ['a loop as a value', content('{{answers.places}}'), '"places" is a loop; repeat something for it'],
    [
      'a list as a value',
      content('{{quote.coverages}}'),
      '"quote.coverages" is a list; repeat something for it',
    ],
    ['a group as a value', content('{{policy.nextStatement}}'), 'is a group of values'],
    [
      'a value as a list',
      content({ repeat: 'quote.premium', content: ['x'] }),
      'layout.content[0].repeat "quote.premium" is no list',
    ],
    [
      'a list that there is not',
      content({ repeat: 'policy.claims', content: ['x'] }),
      'there is no list "policy.claims" here',
    ],
    [
      'a value of a row outside of it',
      content({ repeat: 'answers.places', as: 'place', content: ['x'] }, '{{place.place.city}}'),
      'layout.content[1].text there is no value',
    ],
    [
      'a value that a row has not',
      content({ repeat: 'quote.coverages', as: 'c', content: ['{{c.limit}}'] }),
      'layout.content[0].content[0].text there is no value "c.limit" here',
    ],
    [
      'a row named as something else',
      content({ repeat: 'quote.coverages', as: 'quote', content: ['x'] }),
      'is the name of something else',
    ],
    [
      'an answer that the named iteration has not',
      content({ repeat: 'answers.places', as: 'place', content: ['{{place.place.next.shop.sales}}'] }),
      'layout.content[0].content[0].text "places" does not ask the question "shop.sales"',
    ],
    ['a format that there is not', content('{{quote.premium | dollars}}'), 'there is no format "dollars"'],
    [
      'a format with something that it does not take',
      content('{{quote.premium | money: x}}'),
      'takes a number of decimals, not "x"',
    ],
    ['braces that do not match', content('{{quote.premium'), 'has a value that is not between {{ and }}'],
    ['page numbers in the content', content('{{page}}'), '"page" is known in the header and the footer only'],
    [
      'a style that there is not',
      content({ text: 'x', style: 'big' }),
      'layout.content[0].style there is no style "big"',
    ],
    [
      'a condition that cannot be read',
      content({ text: 'x', when: { nope: 1 } }),
      'layout.content[0].when unknown operator "nope"',
    ],
    [
      'a condition on a value that there is not',
      content({ text: 'x', when: { value: 'quote.x' } }),
      'layout.content[0].when there is no value "quote.x" here',
    ],
    [
      'a condition on an answer within a loop',
      content({ text: 'x', when: { answered: 'place.city' } }),
      'is answered within the loop "places"',
    ],
    ['cells that do not fit', table({ rows: [['a', 'b']] }), 'has 2 cells where the table has 1 columns'],
    [
      'a head that repeats',
      table({ headerRows: 1, rows: [{ repeat: 'quote.coverages', cells: ['x'] }] }),
      'header rows are always there',
    ],
    [
      'a broken name of the file',
      { fileName: '{{policy.number}}' },
      'fileName there is no value "policy.number" here',
    ],
  ])('refuses %s', (_what, form, expected) => {
    const errors = issuesOf(form).filter((issue) => issue.startsWith('ERROR'));
    expect(errors.join('\n')).toContain(expected);
    expect(errors).toHaveLength(1);
  });

  it('finds nothing in bindings that lead somewhere', () => {
    const good = content(
      '{{answers.client.name | upper | or: Nobody}} {{quote.rateMeta.hazard}} {{event.reason}} {{today | date: short}}',
      {
        repeat: 'answers.places',
        as: 'place',
        content: [
          '{{place.rowNumber}} {{place.place.city}} {{place.place.next.place.city}} {{place.client.name}}',
        ],
      },
      {
        repeat: 'quote.coverages',
        content: [{ repeat: 'row.details', as: 'detail', content: ['{{detail.amount}}'] }],
      },
      { text: 'x', when: { '>': [{ value: 'quote.premium' }, { answer: 'shop.sales' }] } },
    );
    expect(issuesOf({ ...good, needs: ['quote'] })).toEqual([]);
  });

  it('warns of values that may be missing', () => {
    expect(issuesOf(content('{{policy.policyNumber}}')).join()).toContain(
      'WARNING forms[0] the form shows values of a policy',
    );
  });

  it('refuses forms and actions that name no form, and an id that is used twice', () => {
    const other = randomUUID();
    const evaluation = { kind: 'EVALUATION', forms: [{ formConfigId: other }] };
    const {
      layout: _l,
      formNumber: _n,
      formVersion: _v,
      fileName: _f,
      ...rest
    } = {
      ...{ layout: 0, formNumber: 0, formVersion: 0, fileName: 0 },
      ...evaluation,
    };
    const issues = issuesOf({}, (definition) => {
      const [first] = (definition as unknown as { forms: { formConfigId: string }[] }).forms;
      Object.assign(definition, {
        forms: [
          first,
          { ...rest, formConfigId: randomUUID(), name: 'Evaluation' },
          { ...first, name: 'Twice' },
        ],
      });
      definition.configurations[0]!.events.POLICY_CREATED = [
        { id: randomUUID(), name: 'Make', type: 'DOCUMENT_GENERATION', formConfigId: other },
      ];
    }).join('\n');
    expect(issues).toContain(`no document form has the id ${other}`);
    expect(issues).toContain(`formConfigId no form has the id ${other}`);
    expect(issues).toContain('is already the id of another form');
  });

  it('names line and column', () => {
    const text = JSON.stringify(
      {
        ...productContent(),
        forms: [
          {
            ...{ formConfigId: randomUUID(), name: 'F', kind: 'DOCUMENT', formNumber: 'F', formVersion: '1' },
            ...{ fileName: 'F', layout: { content: ['ok', '{{nope}}'] } },
          },
        ],
      },
      null,
      1,
    );
    const [issue] = readProductFile(text, 'JSON').issues;
    expect(text.split('\n')[issue!.line - 1]).toContain('{{nope}}');
  });

  it.each<[string, unknown]>([
    ['a picture from elsewhere', { image: 'https://evil.test/x.png' }],
    ['a picture of the machine', { image: '/etc/passwd' }],
    ['a picture that is a script', { image: 'data:image/svg+xml;base64,PHN2Zy8+' }],
    ['a link', { text: 'x', link: 'https://evil.test' }],
    ['two contents', { text: 'x', stack: ['y'] }],
    ['no content', { bold: true }],
    ['a color that is none', { text: 'x', color: 'red; background: url(x)' }],
  ])('takes no layout with %s', (_what, node) => {
    expect(() => issuesOf(content(node))).toThrow();
  });
});
