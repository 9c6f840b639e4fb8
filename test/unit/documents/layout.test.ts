import { randomUUID } from 'node:crypto';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleData } from '../../../cli/forms/sample-data.js';
import { demoProduct, demoProducts } from '../../../db/seeds/demo-products.js';
import { htmlDocument } from '../../../documents/html/html-document.js';
import { fontRuns } from '../../../documents/pdf/font-runs.js';
import { printWarnings } from '../../../documents/pdf/print-warnings.js';
import { ThreadRenderer } from '../../../documents/pdf/thread-renderer.js';
import { NoTurn } from '../../../documents/threads/fair-share.js';
import { ownThreads, PoolStopped, ThreadPool } from '../../../documents/threads/thread-pool.js';
import type { FormData } from '../../../domain/forms/values/form-data.js';
import { compileProduct } from '../../../domain/product/compile-product.js';
import type { ProductDefinition } from '../../../domain/product/definition.js';
import { answered, iteration, looped } from '../../support/client-factory.js';
import { pdfPages } from '../../support/pdf-text.js';
import { aProduct } from '../../support/product-factory.js';

const threads = new ThreadPool({ share: ownThreads(1) });
const pool = new ThreadRenderer(threads);
afterAll(() => threads.stop());

const formId = randomUUID();

/** A product with one form of this layout. */
function withLayout(layout: object, more: object = {}): ProductDefinition {
  return aProduct((content) => {
    Object.assign(content, {
      forms: [
        {
          ...{ formConfigId: formId, name: 'Form', kind: 'DOCUMENT', formNumber: 'F 1', formVersion: '01' },
          ...{ fileName: 'Form', layout },
          ...more,
        },
      ],
    });
  });
}

const emptyData: FormData = { answers: {}, records: { generatedAt: '2026-06-01T00:00:00Z' } };

function filled(layout: object, data: FormData = emptyData, more: object = {}) {
  const { forms } = compileProduct(withLayout(layout, more));
  return forms.documents.get(formId)!.fill(data).document;
}

async function pdfOf(layout: object, data?: FormData, more?: object): Promise<Buffer> {
  return Buffer.from(await pool.render(filled(layout, data, more), 'a'));
}

const driver = (id: string, status: string) =>
  iteration({ ...answered('driver.name', `Driver ${id}`), ...answered('driver.maritalStatus', status) }, id);

const named = (name: string): FormData => ({ ...emptyData, answers: answered('client.name', name) });

describe('a PDF', () => {
  it.each([
    ['Spanish', 'Peluquería Ñandú & Años, ¿qué? ¡así!'],
    ['Polish', 'Zażółć gęślą jaźń Sp. z o.o.'],
    ['Chinese', '北京饭店有限公司'],
    ['traditional Chinese', '臺灣鳳梨酥股份有限公司'],
    ['a mixture', 'Łódź 东方 Café ひらがな Ωμέγα Москва'],
    ['combining accents', 'Café Łódź'.normalize('NFD')],
    ['Arabic', 'محمد بن علي'],
    ['Hebrew', 'שלום עליכם'],
    ['Korean', '한국 식당'],
    ['Hindi', 'नमस्ते भारत'],
    ['Thai', 'ร้านกาแฟ'],
    ['emoji', 'Café 🙂'],
  ])('prints a name in %s, with fonts that have its characters', async (_language, name) => {
    const pdf = await pdfOf({ content: ['{{answers.client.name}}'] }, named(name));
    // A program that reads the pages leaves out spaces between words from right to left.
    const [page = ''] = await pdfPages(pdf);
    expect(page.replaceAll(' ', '')).toContain(name.normalize('NFC').replaceAll(' ', ''));
    const used = await fontsIn(pdf);
    expect(used.length).toBeGreaterThan(0);
    for (const font of used) expect(font).toMatchObject({ embedded: true });
  });

  it('prints a question mark for what no font has, and says so', async () => {
    expect(fontRuns(['A 𒀀 z'])).toEqual([[{ font: 'Roboto', text: 'A ? z' }]]);
    expect(await printWarnings('A 𒀀 王 𒀁 𒀀 محمد')).toEqual(['No font has U+12000, U+12001: printed as "?".']);
    expect(await printWarnings('Ñandú 王小明 👍🏽 \u200f')).toEqual([]);
  });

  it('prints texts from right to left, line by line', async () => {
    const layout = { content: [{ columns: [{ text: 'No. {{answers.client.name}}, 7', width: 75 }, ''] }] };
    const texts = await placedTexts(await pdfOf(layout, named('אאאאא בבבבב (12) דדדדד')));
    const seen = texts
      .filter(({ text }) => text !== '')
      .sort((a, b) => b.y - a.y || a.x - b.x)
      .map(({ text }) => text);
    expect(seen.join(' ').replace(/\s+/g, ' ')).toBe('No. בבבבב אאאאא דדדדד ( 12 ) , 7');
  });

  it('takes no control characters and no text that turns around', async () => {
    const [page] = await pdfPages(
      await pdfOf({ content: ['{{answers.client.name}}'] }, named('a\u0000b\u202Egpj.exe\u0007')),
    );
    expect(page).toContain('abgpj.exe');
  });

  it('is the same whatever its thread made before', async () => {
    const layout = { content: ['{{answers.client.name}}', { text: 'fi 1', style: 'heading' }] };
    // The Greek letter and the sign of a difference: the font has one glyph for both.
    const names = ['\u0394 B', '\u2206 B', '\u0394 B'];
    const inOneThread: Buffer[] = [];
    for (const name of names) inOneThread.push(await pdfOf(layout, named(name)));
    expect(inOneThread[2]).toEqual(inOneThread[0]);

    const fresh = new ThreadPool({ share: ownThreads(1) });
    const alone = await new ThreadRenderer(fresh)
      .render(filled(layout, named(names[1]!)), 'a')
      .finally(() => fresh.stop());
    expect(Buffer.from(alone)).toEqual(inOneThread[1]);
  });

  describe('with a block to be kept together that is higher than a page', () => {
    const rows = Array.from({ length: 100 }, (_, index) => [`R${index}.`, '{{answers.client.name}}']);
    const block = {
      keepTogether: true,
      stack: [
        { text: 'Heading', style: 'heading' },
        { table: { headerRows: 1, widths: [50, '*'], rows: [['Number', 'Name'], ...rows] } },
      ],
    };
    const pagesBelow = async (space: number, layout: object = block) =>
      pdfPages(await pdfOf({ content: [{ space }, layout, 'the end'] }, named('x')));

    it('prints all of it', async () => {
      const pages = await pagesBelow(0);
      expect(pages.join(' ').match(/R\d+\./g)).toHaveLength(100);
      expect(pages.length).toBeGreaterThan(2);
      for (const page of pages.filter((one) => one.includes('R'))) expect(page).toContain('Number');
    });

    it.each([560, 600, 620, 640])('leaves its heading on no page alone, %i points down', async (space) => {
      const pages = await pagesBelow(space);
      expect(pages.join(' ').match(/R\d+\./g)).toHaveLength(100);
      expect(pages.find((page) => page.includes('Heading'))).toMatch(/R0\..*R1\./s);
    });

    it('prints all of a narrow cell, of large letters, and of columns', async () => {
      const words = Array.from({ length: 170 }, (_, index) => `word${index}.`).join(' ');
      const all = [...words.matchAll(/word\d+\./g)].map(([word]) => word);
      for (const high of [
        { table: { widths: [60, '*'], rows: [[words, 'x']] } },
        { keepTogether: true, text: words, fontSize: 30 },
        { keepTogether: true, stack: [{ stack: [{ text: words }], fontSize: 30 }] },
        { keepTogether: true, columns: [{ text: words, width: 60 }, { text: 'x' }] },
      ]) {
        const printed = (await pagesBelow(300, high)).join(' ');
        expect(all.filter((word) => !printed.includes(word))).toEqual([]);
      }
    });
  });

  it('breaks words that are longer than the page is wide, and rows that are higher than it is', async () => {
    const table = { widths: [100, '*'], rows: [['{{answers.client.name}}', 'x']] };
    const pdf = await pdfOf({ content: [{ table }] }, named(`${'W'.repeat(2_000)} end`));
    const pages = await pdfPages(pdf);
    expect(pages.join('')).toContain('end');
    expect(pages.length).toBeGreaterThan(1);
  });

  it('repeats the headings of a schedule of 300 locations on each page', async () => {
    const demo = (await demoProducts()).find(({ key }) => key === 'general-liability')!;
    const { definition } = demo;
    const compiled = compileProduct(definition);
    const locations = Array.from({ length: 300 }, (_, index) =>
      iteration({
        ...answered('location.address1', `${index + 1} Long Street`),
        ...answered('location.city', 'Łódź'),
        ...answered('location.revenue', '1000'),
      }),
    );
    const sample = sampleData(definition, compiled, demo.intakes.quoted, {
      organization: 'Granite Ridge',
      today: '2026-06-17',
    });
    const data = { ...sample, answers: { ...sample.answers, ...looped('locations', ...locations) } };
    const form = [...compiled.forms.documents.values()].find(
      ({ form: { name } }) => name === 'Schedule of locations',
    )!;
    const pages = await pdfPages(Buffer.from(await pool.render(form.fill(data).document, 'a')));
    expect(pages.length).toBeGreaterThan(8);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Square feet');
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    }
    const all = pages.join(' ');
    for (const number of [1, 57, 150, 299, 300]) expect(all).toContain(`${number} Long Street`);
    expect(pages[0]).not.toContain('300 Long Street');
    expect(pages.at(-1)).toContain('300 Long Street');
  });

  it('leaves the page numbers of a header to the pages, whatever a client is called', async () => {
    const layout = {
      header: '{{answers.client.name}} · {{page}}/{{pages}}',
      content: [{ text: 'one' }, { text: 'two', pageBreak: 'before' }],
    };
    const pages = await pdfPages(await pdfOf(layout, named('{{pages}} Ltd')));
    expect(pages[0]).toContain('{{pages}} Ltd · 1/2');
    expect(pages[1]).toContain('{{pages}} Ltd · 2/2');
  });
});

describe('values', () => {
  const text = (template: string, data: FormData = emptyData, more: object = {}) => {
    const [node] = filled({ content: [template] }, data, more).content;
    return node?.kind === 'text' ? node.runs.map((run) => ('text' in run ? run.text : '')).join('') : '';
  };
  const money: FormData = {
    answers: answered('shop.sales', '1234.5'),
    records: { quote: { premium: '12345678901234.56', effectiveDate: '2026-02-03', term: 'HALF_YEAR' } },
  };
  it.each([
    ['{{quote.premium}}', '$12,345,678,901,234.56'],
    ['{{quote.premium | money: 0}}', '$12,345,678,901,235'],
    ['{{quote.effectiveDate}}', 'February 3, 2026'],
    ['{{quote.effectiveDate | date: iso}}', '2026-02-03'],
    ['{{quote.effectiveDate | date: short}}', '2/3/26'],
    ['{{quote.term | words}}', 'Half year'],
    ['{{quote.term | words | upper}}', 'HALF YEAR'],
    ['{{answers.shop.sales | number: 1}}', '1,234.5'],
    ['{{answers.shop.sales | percent}}', '1,234.5%'],
    ['{{quote.validUntil | or: —}}', '—'],
    ['{{quote.validUntil}}', ''],
  ])('writes %s as %j', (template, expected) => {
    expect(text(template, money)).toBe(expected);
  });

  it.each(['B', '2'])('prints an answer of the iteration that the answer %j names', async (named) => {
    const { definition } = await demoProduct('personal-auto');
    const vehicle = iteration({ ...answered('vehicle.driver', named), ...answered('vehicle.make', 'Ford') });
    const answers = {
      ...looped('drivers', driver('A', 'SINGLE'), driver('b', 'WIDOWED')),
      ...looped('vehicles', vehicle),
    };
    const path = 'car.vehicle.driver.driver';
    const content = [
      { repeat: 'answers.vehicles', as: 'car', content: [`{{${path}.name}}, {{${path}.maritalStatus}}`] },
    ];
    const [form] = withLayout({ content }).forms ?? [];
    const { forms } = compileProduct({ ...definition, forms: form && [form] });
    const page = htmlDocument(forms.documents.get(formId)!.fill({ ...emptyData, answers }).document);
    expect(page).toContain('Driver b, Widowed');
  });

  it('writes in the language and currency of the form', () => {
    const form = { locale: 'es-ES', currency: 'EUR' };
    expect(text('{{quote.effectiveDate}}', money, form)).toBe('3 de febrero de 2026');
    expect(text('{{answers.shop.sales | money}}', money, form).replace(/\s/g, ' ')).toBe('1234,50 €');
  });

  it('reads nothing but own values', () => {
    const data = { answers: {}, records: { quote: { rateMeta: {} }, event: {} } };
    expect(text('{{quote.rateMeta.constructor}}{{event.__proto__.x}}', data)).toBe('');
  });
});

describe('an HTML form', () => {
  it('escapes everything that was filled in', () => {
    const page = htmlDocument(
      filled(
        { content: [{ text: ['Dear ', { text: '{{answers.client.name}}', bold: true }] }] },
        named(`<script>alert("x")</script> & 'y'`),
        { type: 'HTML', name: '</title><script>' },
      ),
    );
    expect(page).not.toMatch(/<script|<\/title><s/);
    expect(page).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;');
    expect(page).toContain("default-src 'none'");
  });
});

describe('the queue', () => {
  it('refuses what would wait too long, and everything once it stops', async () => {
    const one = new ThreadPool({ share: ownThreads(1, 1) });
    const small = new ThreadRenderer(one);
    const document = filled({ content: ['x'] });
    const first = small.render(document, 'a');
    const second = small.render(document, 'a');
    await expect(small.render(document, 'a')).rejects.toBeInstanceOf(NoTurn);
    expect((await first).byteLength).toBeGreaterThan(500);
    await second;
    const late = small.render(document, 'a');
    await Promise.all([one.stop(), expect(late).rejects.toBeInstanceOf(PoolStopped)]);
    await expect(small.render(document, 'a')).rejects.toBeInstanceOf(PoolStopped);
  });

  it('goes on after a document that took too long', async () => {
    const one = new ThreadPool({ share: ownThreads(1) });
    const hasty = new ThreadRenderer(one, { cpuSeconds: 0.001 });
    await expect(hasty.render(filled({ content: ['x'] }), 'a')).rejects.toThrow(/took more than/);
    await one.stop();
  });
});

/** The texts of the first page with their places, in points from the left and the bottom. */
async function placedTexts(pdf: Buffer): Promise<{ text: string; x: number; y: number }[]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const page = await (await task.promise).getPage(1);
  const { items } = await page.getTextContent({ disableNormalization: true });
  const placed = items.flatMap((item) =>
    'str' in item ? [{ text: item.str, x: item.transform[4], y: Math.round(item.transform[5]) }] : [],
  );
  await task.destroy();
  return placed;
}

interface FontOfPage {
  name: string;
  embedded: boolean;
}

/** The fonts that the pages use, as a reader sees them. */
async function fontsIn(pdf: Buffer): Promise<FontOfPage[]> {
  const task = getDocument({
    data: new Uint8Array(pdf),
    ...{ verbosity: 0, disableFontFace: true, fontExtraProperties: true },
  });
  const document = await task.promise;
  const fonts = new Map<string, FontOfPage>();
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { argsArray } = await page.getOperatorList();
    for (const args of argsArray as unknown[]) {
      const id: unknown = Array.isArray(args) ? args[0] : undefined;
      if (typeof id !== 'string' || !id.startsWith('g_') || !page.commonObjs.has(id)) continue;
      const { name, missingFile, data } = page.commonObjs.get(id);
      fonts.set(name, { name, embedded: missingFile !== true && data !== undefined });
    }
  }
  await task.destroy();
  return [...fonts.values()];
}
