import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { pathText } from '../../../domain/ground/lint-issue.js';
import { compileProduct } from '../../../domain/product/compile-product.js';
import { type ProductDefinition, productDefinition } from '../../../domain/product/definition.js';
import { withIncludes } from '../../../domain/product/file/includes.js';
import { parseProductFile } from '../../../domain/product/file/parsed-file.js';
import { readProductFile } from '../../../domain/product/file/product-file.js';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { languagesOf } from '../../../domain/product/product-languages.js';
import { translationFile } from '../../../domain/product/translation-file.js';
import { aProduct, type ProductContent, productContent } from '../../support/product-factory.js';

const formId = randomUUID();

/** The sample product with a rule and a form, in English and Spanish. */
function inTwo(content: ProductContent, translations: object = {}, text: unknown = 'Dear {{client.name}}') {
  Object.assign(content.ratingPlans.standard as object, {
    underwriting: [
      {
        id: 'too-much',
        outcome: 'MESSAGE',
        when: { '>': [{ answer: 'shop.sales' }, 500] },
        message: 'Too much.',
      },
    ],
  });
  Object.assign(content, {
    languages: ['en', 'es'],
    translations: { es: translations },
    forms: [
      {
        ...{ formConfigId: formId, name: 'Letter', kind: 'DOCUMENT', formNumber: 'L 1', formVersion: '01' },
        ...{ fileName: 'Letter', needs: ['quote'], layout: { content: [text] } },
      },
    ],
  });
  return content;
}

const product = (translations: object = {}, text?: unknown): ProductDefinition =>
  aProduct((content) => void inTwo(content, translations, text));

const findings = (definition: ProductDefinition) =>
  lintDefinition(definition).map(
    ({ severity, path, message }) => `${severity} ${pathText(path)}: ${message}`,
  );
const about = (definition: ProductDefinition, part: string) =>
  findings(definition).filter((finding) => finding.includes(part));

describe('the languages of a product', () => {
  it('give its texts by the original ones, and leave codes, conditions and rates', () => {
    const definition = product({
      'Small Shop': 'Tienda pequeña',
      'Sales?': '¿Ventas?',
      Base: { BASE: 'Básica', otherwise: 'Base' },
      'Too much.': 'Demasiado.',
    });
    const spanish = languagesOf(definition).translated('es');
    expect(spanish?.definition.product.title).toBe('Tienda pequeña');
    expect(spanish?.questionTypes.get('shop.sales')?.definition?.question).toBe('¿Ventas?');
    expect(spanish?.definition.ratingPlans.standard?.coverages[0]).toMatchObject({
      code: 'BASE',
      title: 'Básica',
    });
    expect(spanish?.definition.ratingPlans.standard?.underwriting[0]?.message).toBe('Demasiado.');
    // Without a translation, a text is that of the product.
    expect(spanish?.definition.product.display?.sections[0]?.title).toBe('Business');
    expect(spanish?.definition.ratingPlans.standard?.coverages[0]?.steps).toEqual(
      definition.ratingPlans.standard?.coverages[0]?.steps,
    );
    expect(languagesOf(definition).translated('en')).toBeNull();
    expect(languagesOf(definition).translated(languagesOf(definition).choose('es-MX;q=0.3'))).toBe(spanish);
  });

  it('are findings where a text has no translation, once for each part', () => {
    expect(about(product({ 'Small Shop': 'Tienda pequeña' }), 'no translation')).toEqual([
      expect.stringMatching(
        /^WARNING product: \d+ texts have no translation to es: "Business", "Basics", "Name\?", …$/,
      ),
      'WARNING ratingPlans.standard: 3 texts have no translation to es: "Base", "Liability", "Too much."',
      'WARNING forms[0]: 2 texts have no translation to es: "Letter", "Dear {{client.name}}"',
      expect.stringMatching(/^WARNING forms: \d+ texts .*"Yes", "No", "Included", …$/),
    ]);
    const definition = product();
    definition.accepted = [
      { at: 'forms[0]', finding: 'no translation to es', reason: 'Filed in English only.' },
    ];
    expect(about(definition, 'forms[0]')).toEqual([]);
  });

  it('are findings where a translation has no text, another place, or other values', () => {
    const definition = product({
      'Sale?': '¿Ventas?',
      Base: { BASIC: 'Básica', otherwise: 'Base' },
      'Dear {{client.name}}': 'Estimado {{client.nombre}}',
    });
    expect(about(definition, 'translations')).toEqual([
      expect.stringContaining('ERROR translations.es: there is no value "client.nombre" here'),
      'WARNING translations.es["Sale?"]: the product has no such text; did you mean "Sales?"?',
      'WARNING translations.es.Base.BASIC: no such place has this text; it is in BASE',
      'WARNING translations.es["Dear {{client.name}}"]: the translation lacks the value {{client.name}}',
      'WARNING translations.es["Dear {{client.name}}"]: the text has no value {{client.nombre}}',
    ]);
  });

  it('must be named', () => {
    const definition = product();
    expect(about({ ...definition, languages: undefined }, 'ERROR')).toEqual([
      "ERROR translations.es: es is not one of the product's languages: add it to languages",
    ]);
    expect(about({ ...definition, languages: ['es'] }, 'ERROR')).toEqual([
      "ERROR translations.es: the product's own texts are in es: it is the first of languages",
    ]);
    expect(productDefinition.safeParse({ ...definition, languages: ['no language'] }).success).toBe(false);
  });

  it('change no condition: a form of several languages may only ask whether a text is there', () => {
    const comparing = (condition: object) =>
      about(product({}, { text: 'Hello', when: condition }), 'in the language of the document');
    expect(comparing({ '==': [{ value: 'quote.productName' }, 'Small Shop'] })).toHaveLength(1);
    expect(comparing({ '!=': [{ value: 'quote.productName' }, null] })).toEqual([]);
    expect(comparing({ '==': [{ value: 'quote.type' }, 'QUOTE'] })).toEqual([]);
  });

  it('write forms with the words of the service, and dates as the language does', () => {
    const text = '{{quote.declined}} {{quote.effectiveDate}} {{quote.term | words}}';
    const definition = product({ Yes: 'Sí', 'Half year': 'Semestral', Letter: 'Carta' }, text);
    const { documents } = compileProduct(definition).forms;
    const form = documents.get(formId)!;
    const data = {
      answers: {},
      records: { quote: { declined: true, effectiveDate: '2026-11-29', term: 'HALF_YEAR' } },
    };
    const written = (accepted: string | null) => {
      const made = form.in(accepted);
      const { content, language, title } = made.fill(data).document;
      const [{ runs }] = content as unknown as [{ runs: { text: string }[] }];
      return [made.language, language, title, runs.map((run) => run.text).join('')];
    };
    expect(written(null)).toEqual(['en', 'en-US', 'Letter', 'Yes November 29, 2026 Half year']);
    expect(written('es-MX')).toEqual(['es', 'es-US', 'Carta', 'Sí 29 de noviembre de 2026 Semestral']);
    expect(form.in('fr').language).toBe('en');
    expect(form.in('es').in('en').language).toBe('en');
  });
});

describe('the file for a translator', () => {
  it('has what is missing with its places, and can be included as it is', () => {
    const content = inTwo(productContent(), { 'Sales?': '¿Ventas?' });
    const definition = productDefinition.parse(content);
    const { text, missing } = translationFile(definition, 'es');
    expect(text).toContain('    # BASE\n    Base: ""\n');
    const { es } = parse(text).translations;
    expect(Object.keys(es)).toHaveLength(missing);
    expect(es).not.toHaveProperty(['Sales?']);

    const translated = Object.fromEntries(Object.keys(es).map((key) => [key, `${key} (es)`]));
    const library = parseProductFile(stringify({ translations: { es: translated } }));
    const parsed = parseProductFile(stringify({ ...content, include: ['es.yaml'] }));
    const read = readProductFile(withIncludes(parsed, new Map([['es.yaml', library]])), 'YAML');
    expect(read.issues.filter(({ message }) => message.includes('translation'))).toEqual([]);
    expect(translationFile(read.definition!, 'es').missing).toBe(0);
    expect(read.definition?.included).toMatchObject([{ file: 'es.yaml' }]);
  });

  it('refuses a text that two files translate, with the place', () => {
    const content = inTwo(productContent(), { 'Sales?': '¿Ventas?' });
    const library = parseProductFile('translations:\n  es:\n    Sales?: Ventas\n');
    const parsed = parseProductFile(stringify({ ...content, include: ['es.yaml'] }));
    expect(
      readProductFile(withIncludes(parsed, new Map([['es.yaml', library]])), 'YAML').issues,
    ).toMatchObject([
      { file: 'es.yaml', line: 3, message: 'the text "Sales?" is defined in another file, too' },
    ]);
  });
});
