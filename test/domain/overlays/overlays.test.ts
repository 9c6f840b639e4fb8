import { describe, expect, it } from 'vitest';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { compileProduct } from '../../../domain/product/compile-product.js';
import type { ProductDefinition } from '../../../domain/product/definition.js';
import { readProductFile } from '../../../domain/product/file/product-file.js';
import { holdingIn } from '../../../domain/product/overlaid-product.js';
import { productTexts } from '../../../domain/product/product-texts.js';
import { bundleIds, bundleProduct } from '../../support/bundle-product.js';
import { productContent } from '../../support/product-factory.js';
import { answers } from '../rating/rating-factory.js';

const sample = productContent();
const formId = '3a3a0c1e-4f6b-4e0a-9d0e-6c2a51f10009';

/** A product that is sold in three states, with a table, a rule and a form. */
function content(overlays: object[]) {
  const copy = structuredClone(sample);
  copy.product.display.sections[0]!.subsections[0]!.questions.push(
    {
      qid: 'client.state',
      question: 'State?',
      answerType: 'SELECT',
      required: true,
      answerChoices: ['OH', 'TX', 'CA'],
    },
    { qid: 'shop.size', question: 'Size?', answerType: 'SELECT', required: true, answerChoices: ['S', 'L'] },
  );
  copy.tables = {
    sizes: {
      keys: [{ name: 'size' }],
      columns: [{ name: 'factor' }, { name: 'flat' }],
      rows: [
        ['S', 1, 5],
        ['L', 2, 9],
      ],
    },
  };
  const plan = copy.ratingPlans.standard as { coverages: { steps: object[] }[] };
  plan.coverages[0]!.steps.push({
    ...{ name: 'Size', op: 'lookup', table: 'sizes', keys: { size: { answer: 'shop.size' } } },
    ...{ column: 'factor', apply: 'multiply' },
  });
  const policy = [
    {
      ...{ name: 'Flat', op: 'lookup', table: 'sizes', keys: { size: { answer: 'shop.size' } } },
      ...{ column: 'flat', apply: 'add' },
    },
    { name: 'Fee', op: 'add', by: 10 },
  ];
  const underwriting = [
    { id: 'large', outcome: 'REFER', when: { '==': [{ answer: 'shop.size' }, 'L'] }, message: 'Large.' },
  ];
  Object.assign(plan, { policy, underwriting });
  const forms = [
    {
      ...{ kind: 'DOCUMENT', formConfigId: formId, name: 'Notice', formNumber: 'N-1', formVersion: '01 26' },
      ...{ fileName: 'notice', layout: { content: [{ text: 'Fraud is a crime.' }] } },
    },
  ];
  return { ...copy, forms, overlays };
}

const read = (...overlays: object[]) => readProductFile(JSON.stringify(content(overlays), null, 1), 'JSON');
const findings = (...overlays: object[]) =>
  read(...overlays).issues.map(
    ({ severity, path, message }) => `${severity === 'ERROR' ? '' : 'warning '}${path.join('.')} ${message}`,
  );
const defined = (...overlays: object[]): ProductDefinition => {
  const { definition, issues } = read(...overlays);
  expect(issues).toEqual([]);
  return definition!;
};

let names = 0;
/** An overlay of Ohio from March 2027. */
const ohio = (change: object | object[], more: object = {}) => {
  names += 1;
  return { name: `Overlay ${names}`, state: 'OH', from: '2027-03-01', changes: [change].flat(), ...more };
};

function rate(
  definition: ProductDefinition,
  state: string,
  size: string,
  effectiveDate: string,
  today = effectiveDate,
) {
  const intake: AnswerMap = Object.fromEntries(
    Object.entries({ 'client.name': 'Ada', 'client.state': state, 'shop.size': size }).map(
      ([qid, answer]) => [qid, { type: 'ANSWER' as const, qid, answer }],
    ),
  );
  const rating = compileProduct(definition)
    .plans.get('standard')!
    .rate({ answers: intake, effectiveDate, today });
  const { premium, overlays } =
    rating.outcome === 'QUOTED' ? rating : { premium: 'declined', overlays: undefined };
  return `${premium} ${overlays?.state} ${overlays?.names.length}`;
}

describe('an overlay', () => {
  it('holds in its state for terms that begin between its days', () => {
    const product = defined(
      ohio({ table: 'sizes', row: ['S'], set: { factor: 3 } }, { until: '2028-01-01' }),
    );
    expect(rate(product, 'OH', 'S', '2027-02-28')).toBe('515.00 OH 0');
    expect(rate(product, 'OH', 'S', '2027-03-01')).toBe('1515.00 OH 1');
    expect(rate(product, 'OH', 'S', '2027-12-31')).toBe('1515.00 OH 1');
    expect(rate(product, 'OH', 'S', '2028-01-01')).toBe('515.00 OH 0');
    expect(rate(product, 'TX', 'S', '2027-03-01')).toBe('515.00 TX 0');
    // A change of the policy in a later year goes by the first day of the term.
    expect(rate(product, 'OH', 'S', '2027-02-28', '2027-06-01')).toBe('515.00 OH 0');
  });

  it('concerns policies in force where it says so, by the day of the change', () => {
    const product = defined(ohio({ rule: 'large', set: { outcome: 'DECLINE' } }, { policiesInForce: true }));
    expect(rate(product, 'OH', 'L', '2027-02-01', '2027-02-28')).toBe('1019.00 OH 0');
    expect(rate(product, 'OH', 'L', '2027-02-01', '2027-03-01')).toBe('declined undefined undefined');
  });

  it.each([
    ['row', { table: 'sizes', row: ['S'], set: { flat: 1 } }],
    ['table', { table: 'sizes', set: { title: 'Sizes' } }],
    ['step', { plan: 'standard', step: 'Fee', set: { by: 20 } }],
    ['coverage', { coverage: 'BASE', set: { title: 'Base' } }],
    ['plan', { plan: 'standard', set: { rounding: 'DOLLAR' } }],
    ['set', { question: 'shop.size', set: { defaultAnswer: 'S' } }],
  ])('leaves the rates of policies in force: a %s', (key, change) => {
    expect(findings(ohio(change, { policiesInForce: true }))).toContain(
      `overlays.0.changes.0.${key} cannot be with \`policiesInForce\`: a policy keeps its rates for its term`,
    );
  });

  it('is named by each component of a package, which has a quote of its own', () => {
    const product = bundleProduct();
    const { questions } = product.product.display!.sections[0]!.subsections[0]!;
    questions.push({ ...questions[0]!, qid: 'client.state' });
    const change = { plan: 'house', coverage: 'HOUSE', set: { title: 'Ohio house' } };
    product.overlays = [{ ...ohio(change), policiesInForce: false } as never];
    const intake = { 'owner.loyal': 'false', 'house.value': '200000', cars: [{ 'car.value': '20000' }] };
    const rated = compileProduct(product)
      .bundles.get(bundleIds.action)!
      .rate({ answers: answers({ ...intake, 'client.state': 'OH' }), effectiveDate: '2027-03-01' });
    expect(rated.overlays).toMatchObject({ state: 'OH', names: [expect.any(String)] });
    expect(rated.components.map(({ rating }) => rating.overlays)).toEqual([rated.overlays, rated.overlays]);
  });

  it('reads values of the expiring term, which are read before it is known that it holds', () => {
    const cap = {
      ...{ name: 'Cap', op: 'min', by: { value: 'expiring.annualPremium' } },
      when: { '!=': [{ value: 'expiring.annualPremium' }, null] },
    };
    const product = defined(ohio({ step: 'Fee', after: [cap] }));
    const plan = compileProduct(product).plans.get('standard');
    expect(plan?.expiringRead).toEqual(['annualPremium']);
  });

  it('is known before it holds by what its forms read', () => {
    const text = 'Because {{event.reason}}.';
    const { forms, readsFromPayload } = compileProduct(
      defined(ohio({ form: formId, text: 'Fraud is a crime.', set: text })),
    );
    expect([...forms.payloadNames]).toEqual(['reason']);
    expect([readsFromPayload('reason'), readsFromPayload('reasons')]).toEqual([true, false]);
  });

  it('sets, adds and takes away parts by name, together with others', () => {
    const product = defined(
      ohio([
        { step: 'Fee', before: [{ name: 'Surcharge', op: 'multiply', by: 2 }], set: { by: 1 } },
        { table: 'sizes', row: ['L'], after: [['M', 1.5, 7]] },
        { rule: 'large', remove: true },
        { question: 'shop.size', set: { answerChoices: ['S', 'M', 'L'] } },
        { form: formId, text: 'Fraud is a crime.', set: 'Fraud is a felony in Ohio.' },
      ]),
      ohio({ table: 'sizes', row: ['S'], set: { flat: 0 } }, { state: ['OH', 'TX'], from: '2027-01-01' }),
    );
    expect(rate(product, 'OH', 'M', '2027-03-01')).toBe('1515.00 OH 2');
    expect(rate(product, 'OH', 'S', '2027-03-01')).toBe('1001.00 OH 2');
    expect(rate(product, 'TX', 'S', '2027-03-01')).toBe('510.00 TX 1');
    const held = holdingIn(product, 'OH', '2027-03-01');
    if (typeof held === 'string') throw new Error(held);
    expect(held.definition.ratingPlans.standard!.underwriting).toEqual([]);
    expect(JSON.stringify(held.definition.forms)).toContain('a felony in Ohio');
    // What no overlay of the state changes is the same object.
    const ofTexas = holdingIn(product, 'TX', '2027-03-01');
    expect(typeof ofTexas !== 'string' && ofTexas.definition.ratingPlans).toEqual(product.ratingPlans);
  });

  it('asks questions of its own, and leaves out those of the others', () => {
    const files = content([
      ohio([
        { question: 'drug.free', set: { condition: null } },
        { question: 'shop.size', set: { condition: false } },
        {
          step: 'Fee',
          after: [{ name: 'Drug-free', op: 'subtract', by: { if: [{ answer: 'drug.free' }, 5, 0] } }],
        },
        { step: 'Size', remove: true },
        { step: 'Flat', remove: true },
        { rule: 'large', remove: true },
      ]),
    ]);
    files.product.display.sections[0]!.subsections[0]!.questions.push({
      ...{ qid: 'drug.free', question: 'Drug-free?', answerType: 'BOOLEAN', required: true },
      ...{ condition: false },
    } as never);
    const { definition, issues } = readProductFile(JSON.stringify(files), 'JSON');
    expect(issues).toEqual([]);
    const compiled = compileProduct(definition!);
    const asked = (state: string, effectiveDate: string) => {
      const answers = { 'client.state': { type: 'ANSWER' as const, qid: 'client.state', answer: state } };
      const rating = compiled.plans.get('standard')!.rate({ answers, effectiveDate, today: effectiveDate });
      return rating.messages.flatMap(({ code, qid }) => (code === 'MISSING_ANSWER' ? [qid] : []));
    };
    expect(asked('OH', '2027-03-01')).toEqual(['client.name', 'drug.free']);
    expect(asked('OH', '2027-02-28')).toEqual(['client.name', 'shop.size']);
    expect(asked('TX', '2027-03-01')).toEqual(['client.name', 'shop.size']);
  });

  it('fills documents with the texts that hold for their term', () => {
    const product = defined(ohio({ form: formId, text: 'Fraud is a crime.', set: 'A felony in Ohio.' }));
    const form = compileProduct(product).forms.documents.get(formId)!;
    const filled = (state: string, effectiveDate: string) =>
      JSON.stringify(
        form.fill({
          answers: { 'client.state': { type: 'ANSWER', qid: 'client.state', answer: state } },
          records: { today: '2027-05-01', quote: { effectiveDate } },
        }),
      );
    expect(filled('OH', '2027-04-01')).toContain('A felony in Ohio.');
    expect(filled('OH', '2027-02-01')).toContain('Fraud is a crime.');
    expect(filled('TX', '2027-04-01')).toContain('Fraud is a crime.');
  });
});

describe('lint of overlays', () => {
  it.each([
    [{ table: 'size', set: { title: 'x' } }, 'table the product has no table "size"; did you mean "sizes"?'],
    [
      { table: 'sizes', row: ['XL'], set: { flat: 1 } },
      'row "sizes" has no row with the keys ["XL"], as they are written there',
    ],
    [
      { table: 'sizes', row: ['S', 1], set: { flat: 1 } },
      'row must have the cells of the keys of "sizes": size',
    ],
    [
      { table: 'sizes', row: ['S'], set: { flatt: 1 } },
      'set "sizes" has no column "flatt"; did you mean "flat"?',
    ],
    [{ step: 'Fees', set: { by: 1 } }, 'step the product has no step "Fees"; did you mean "Fee"?'],
    [{ step: 'Fee' }, 'step needs `set`, `remove`, `before` or `after`'],
    [{ step: 'Fee', rule: 'large', set: { by: 1 } }, 'step cannot be together with `rule`'],
    [{ coverage: 'BASE', step: 'Fee', set: { by: 1 } }, 'step the product has no step "Fee"'],
    [{ rule: 'large', set: { id: 'x' } }, 'set cannot set "id": it is the same in every state'],
    [{ rule: 'large', set: { note: null } }, 'set has no "note" to take away'],
    [
      { question: 'shop.size', remove: true },
      'remove is not for questions: all are in the base, with `condition: false` where it is not asked, and an overlay sets `condition`',
    ],
    [
      { plan: 'standard', remove: true },
      'remove is for a row, coverage, tax, step or rule: what is named here can be `set` only',
    ],
    [{ form: formId, text: 'Fraud', set: 'x' }, 'text is no text of the form as it is written'],
    [{ form: formId, text: formId, set: 'x' }, 'text is no text of the form as it is written'],
    [{ step: 'Fee', set: {} }, 'set sets nothing'],
    [
      { question: 'client.state', set: { question: 'Which state?' } },
      'question "client.state" is the question for the state, by which overlays go: it is the same in every state',
    ],
    [{ set: { by: 1 } }, 'set changes nothing: name a table, plan, step, rule, question, form or mail'],
  ])('says what %j does not name', (change, message) => {
    expect(findings(ohio(change))).toEqual([`overlays.0.changes.0.${message}`]);
  });

  it('says which overlays meet in a state on a day', () => {
    const [one, other] = [
      ohio({ step: 'Fee', set: { by: 1 } }),
      ohio({ step: 'Fee', set: { by: 2 } }, { state: ['TX', 'OH'] }),
    ];
    expect(findings(one, other)).toEqual([
      `overlays.1.changes.0 "${other.name}" changes the same as "${one.name}", and both hold in the same state on the same day`,
    ]);
    expect(findings({ ...one, until: '2027-06-01' }, { ...other, from: '2027-06-01' })).toEqual([]);
    expect(findings(one, ohio({ plan: 'standard', set: { policy: [] } }))).toHaveLength(1);
    expect(findings(one, ohio({ step: 'Fee', set: { name: 'Ohio fee' } }))).toEqual([]);
  });

  it('warns of a revision that leaves out a part of what it revises', () => {
    const rate = { table: 'sizes', row: ['S'], set: { factor: 3 } };
    const fee = { step: 'Fee', after: [{ name: 'Assessment', op: 'add', by: 1 }] };
    const first = ohio([rate, fee, { rule: 'large', remove: true }], { until: '2028-01-01' });
    const later = { from: '2028-01-01' };
    const revision = ohio([rate, { step: 'Fee', set: { by: 7 } }], later);
    expect(findings(first, revision)).toEqual([
      `warning overlays.0.until ends on 2028-01-01, when "${revision.name}" begins without changes[1], changes[2]: from that day the base holds there in "OH"; repeat them, or move what goes on to an overlay of its own`,
    ]);
    // Repeated, by the whole of which it is a part, or by another overlay that goes on.
    const whole = { plan: 'standard', set: { underwriting: [] } };
    expect(findings(first, ohio([rate, fee, whole], later))).toEqual([]);
    expect(
      findings(first, ohio([rate], later), ohio([fee, whole], { ...later, state: ['OH', 'TX'] })),
    ).toEqual([]);
    // An end that nothing follows, or something in another state, is one.
    expect(
      findings(first, ohio(rate, { from: '2028-06-01' }), ohio(rate, { ...later, state: 'TX' })),
    ).toEqual([]);
  });

  it('finds what they make wrong, at the change', () => {
    expect(findings(ohio({ step: 'Fee', set: { byy: 1 } }))).toEqual([
      'overlays.0.changes.0 byy: unknown key "byy"; did you mean "by"?',
    ]);
    expect(findings(ohio({ table: 'sizes', row: ['S'], set: { flat: 'much' } }))).toEqual([
      'overlays.0.changes.0 tables.sizes.rows[0][2]: "much" in column "flat" is not a number',
    ]);
    expect(findings(ohio({ table: 'sizes', row: ['S'], remove: true }))).toEqual([
      'tables.sizes there is no row for size "S" (with the overlays of "OH" from 2027-03-01)',
    ]);
  });

  it('knows in which states a question is asked whose answer nothing reads there', () => {
    const unread = [
      { step: 'Size', remove: true },
      { step: 'Flat', remove: true },
      { rule: 'large', remove: true },
    ];
    expect(findings(ohio(unread)).join()).toContain('nothing in the product reads the answer of "shop.size"');
    const elsewhere = { condition: { '!=': [{ answer: 'client.state' }, 'OH'] } };
    const hidden = { question: 'shop.size', set: elsewhere };
    expect(findings(ohio([...unread, hidden]))).toEqual([]);
    expect(findings(ohio([...unread, hidden], { state: ['OH', 'TX'] })).join()).toContain('"shop.size"');
  });

  it('takes the texts of all states together', () => {
    const change = ohio({ form: formId, text: 'Fraud is a crime.', set: 'A felony in Ohio.' });
    const inTwo = (translated: string[]) => {
      const es = Object.fromEntries(translated.map((text) => [text, text]));
      const written = { ...content([change]), languages: ['en', 'es'], translations: { es } };
      return readProductFile(JSON.stringify(written), 'JSON');
    };
    const texts = productTexts(inTwo([]).definition!);
    expect(texts.find(({ text }) => text === 'A felony in Ohio.')?.paths).toEqual([['forms', 0]]);
    const all = texts.map(({ text }) => text);
    expect(inTwo(all).issues).toEqual([]);
    expect(inTwo(all.filter((text) => text !== 'A felony in Ohio.')).issues).toMatchObject([
      { path: ['forms', 0], message: expect.stringContaining('"A felony in Ohio."') },
    ]);
  });

  it('takes nothing for forgotten that the base or another state reads', () => {
    // Only the base reads the column `flat`, then only Ohio does.
    const elsewhere = { step: 'Flat', set: { column: 'factor' } };
    expect(findings(ohio(elsewhere))).toEqual([]);
    const base = content([ohio({ step: 'Flat', set: { column: 'flat' } })]);
    const plan = base.ratingPlans.standard as unknown as { policy: { column: string }[] };
    plan.policy[0]!.column = 'factor';
    expect(readProductFile(JSON.stringify(base), 'JSON').issues).toEqual([]);
    const unread = JSON.stringify({ ...base, overlays: [] });
    expect(readProductFile(unread, 'JSON').issues).toHaveLength(1);
  });

  it('asks for a state that is known and where the product is sold', () => {
    const step = { step: 'Fee', set: { by: 1 } };
    expect(findings(ohio(step, { state: 'OR' }))).toEqual([
      'overlays.0.state the product is not sold in "OR", which is no choice of client.state; did you mean "OH"?',
    ]);
    expect(findings(ohio(step, { until: '2027-03-01' }))).toEqual(['overlays.0.until must be after `from`']);
    expect(
      findings(ohio(step, { name: 'Same' }), ohio({ rule: 'large', remove: true }, { name: 'Same' })),
    ).toEqual(['overlays.1.name "Same" is the name of overlays[0], too']);
  });
});
