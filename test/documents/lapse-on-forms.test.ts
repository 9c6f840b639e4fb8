import { afterAll, expect, it } from 'vitest';
import { sampleData } from '../../cli/forms/sample-data.js';
import { demoProducts } from '../../db/seeds/demo-products.js';
import { ThreadRenderer } from '../../documents/pdf/thread-renderer.js';
import { ownThreads, ThreadPool } from '../../documents/threads/thread-pool.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { compileProduct } from '../../domain/product/compile-product.js';
import { pdfPages } from '../support/pdf-text.js';

const threads = new ThreadPool({ share: ownThreads(1) });
const pool = new ThreadRenderer(threads);
afterAll(() => threads.stop());

/** The forms that somebody shows as a proof of coverage. */
const proofs = ['Declarations', 'Identification cards', 'Certificate of insurance'];

it('proofs of coverage of every demo product print a lapse, and periods that leave it out', async () => {
  const printed: string[] = [];
  for (const { key, definition, intakes } of await demoProducts()) {
    const compiled = compileProduct(definition);
    const sample = sampleData(definition, compiled, intakes.quoted, {
      ...{ organization: 'Granite Ridge', today: '2026-12-18' },
    });
    const { effectiveDate, expirationDate, ...policy } = sample.records.policy as JsonObject;
    const lapsed = {
      ...policy,
      periods: [
        { from: effectiveDate!, until: '2027-03-01' },
        { from: '2027-03-22', until: expirationDate! },
      ],
      lapses: [{ from: '2027-03-01', until: '2027-03-22', reason: 'Non-payment of premium' }],
    };
    const data = { ...sample, records: { ...sample.records, policy: lapsed } };
    for (const { form, fill } of compiled.forms.documents.values()) {
      if (!proofs.includes(form.name)) continue;
      const text = (await pdfPages(Buffer.from(await pool.render(fill(data).document, 'a')))).join(' ');
      const isCard = form.name === 'Identification cards';
      const [from, until] = isCard ? ['3/1/27', '3/22/27'] : ['March 1, 2027', 'March 22, 2027'];
      expect(text, `${key}: ${form.name}`).toContain(
        isCard ? `No coverage ${from} – ${until}` : `No coverage from ${from} to ${until}`,
      );
      printed.push(`${key}: ${form.name}`);
    }
  }
  expect(printed.toSorted()).toEqual([
    'business-package: Declarations',
    'cyber: Declarations',
    'general-liability: Certificate of insurance',
    'general-liability: Declarations',
    'personal-auto: Declarations',
    'personal-auto: Identification cards',
  ]);
});
