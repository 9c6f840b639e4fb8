import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { compileProductDisplay, productDisplay } from '../../../domain/product/product-display.js';
import type { DisplayedQuestion } from '../../../domain/questions/question-display.js';
import type { TreeRequest } from '../../../domain/questions/question-tree.js';
import { aProduct } from '../../support/product-factory.js';

const childId = randomUUID();
const idleId = randomUUID();
const versionId = randomUUID();
const ownerOrganizationId = randomUUID();

const definition = aProduct((content) => {
  content.product.display.sections[0]!.subsections[0]!.questions.push(
    {
      qid: 'shop.kind',
      question: 'Kind?',
      answerType: 'SELECT',
      answerChoices: ['FOOD', { value: 'OTHER', label: 'Something else' }],
      defaultAnswer: 'FOOD',
    },
    {
      qid: 'shop.kitchen',
      question: 'A kitchen?',
      answerType: 'BOOLEAN',
      condition: { '==': [{ answer: 'shop.kind' }, 'FOOD'] },
    },
    {
      qid: 'shop.hood',
      question: 'A hood?',
      answerType: 'BOOLEAN',
      condition: { '==': [{ answer: 'shop.kitchen' }, true] },
    },
    {
      qid: 'locations',
      question: 'Locations?',
      answerType: 'TEXT',
      loop: {
        iterationLabel: 'Location',
        minIterations: 1,
        maxIterations: 5,
        questions: [
          { qid: 'location.leased', question: 'Leased?', answerType: 'BOOLEAN' },
          {
            qid: 'location.landlord',
            question: 'Landlord?',
            answerType: 'TEXT',
            condition: { '==': [{ answer: 'location.leased' }, true] },
          },
        ],
      },
    },
  );
  content.product.lines = [
    {
      id: childId,
      title: 'Property',
      clientType: 'COMMERCIAL',
      rules: { requires: ['GL'] },
      display: {
        sections: [
          {
            title: 'Building',
            subsections: [
              {
                title: 'Value',
                questions: [{ qid: 'building.value', question: 'Value?', answerType: 'MONEY' }],
              },
            ],
          },
        ],
      },
    },
    {
      id: idleId,
      title: 'Idle',
      clientType: 'COMMERCIAL',
      active: false,
      display: {
        sections: [
          {
            title: 'Nothing',
            subsections: [
              { title: 'No', questions: [{ qid: 'idle', question: 'Idle?', answerType: 'TEXT' }] },
            ],
          },
        ],
      },
    },
  ];
});

const compiled = compileProductDisplay(definition, { versionId, ownerOrganizationId });
const plain = { answers: {}, skipLineQuestions: [], excludeQuestions: false };
const display = (more: Partial<TreeRequest>, lineId = definition.product.id) =>
  compiled.display({ ...plain, ...more }, lineId)!;
const answered = (answers: Record<string, string>): AnswerMap =>
  Object.fromEntries(Object.entries(answers).map(([qid, answer]) => [qid, { type: 'ANSWER', qid, answer }]));

function questions(answers: AnswerMap): Map<string, DisplayedQuestion> {
  const subsection = display({ answers }).product.display?.sections[0]?.subsections[0];
  return new Map(subsection?.questions.map((question) => [question.qid, question]));
}

describe('the questions of a line below the root', () => {
  it('are those of the line alone, as they are in the product', () => {
    const whole = display({});
    const { product, toc, lineRulesMap, packageVersionMap, ...others } = display({}, childId);
    expect(product).toEqual(whole.product.lines.find(({ id }) => id === childId));
    expect(toc).toEqual(whole.toc.filter(({ lineId }) => lineId === childId));
    expect(lineRulesMap).toEqual(whole.lineRulesMap);
    expect(packageVersionMap).toEqual({ [childId]: versionId });
    expect(others).toEqual({
      lineId: childId,
      lineName: product.title,
      ownerOrganizationId,
      generatesQuotes: true,
      supportedEvents: whole.supportedEvents,
    });
    expect(display({}, idleId)).not.toHaveProperty('product.display');
  });

  it('are none if the product has no such line', () => {
    expect(compiled.display(plain, randomUUID())).toBeUndefined();
  });
});

describe('the questions of a product', () => {
  it('carries the fields of the interface and no others', () => {
    const answer = display({});
    expect(answer).toMatchObject({
      lineId: definition.product.id,
      ownerOrganizationId,
      lineName: 'Small Shop',
      generatesQuotes: true,
      supportedEvents: { [definition.configurations[0]!.id]: ['GET_QUOTES'] },
      lineRulesMap: { [childId]: { requires: ['GL'] } },
      packageVersionMap: { [definition.product.id]: versionId, [childId]: versionId, [idleId]: versionId },
    });
    expect(answer).not.toHaveProperty('ocrId');
    expect(productDisplay.parse(answer)).toEqual(answer);
    expect(Object.keys(questions({}).get('shop.sales')!)).toEqual([
      'qid',
      'lineId',
      'question',
      'answerType',
      'required',
      'visible',
      'min',
      'max',
      'order',
    ]);
  });

  it('writes every choice with value and label', () => {
    expect(questions({}).get('shop.kind')?.answerChoices).toEqual([
      { value: 'FOOD', label: 'FOOD' },
      { value: 'OTHER', label: 'Something else' },
    ]);
  });

  it('orders questions through a line, and again through each loop and line', () => {
    const asked = [...questions({}).values()];
    expect(asked.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(asked.at(-1)?.loopQuestions?.map(({ order }) => order)).toEqual([1, 2]);
    const property = display({}).product.lines[0]?.display?.sections[0]?.subsections[0]?.questions[0];
    expect(property).toMatchObject({ qid: 'building.value', lineId: childId, order: 1 });
  });

  it('shows a conditional question only while its condition holds for the answers, or the default ones', () => {
    expect(questions({}).get('shop.kitchen')?.visible).toBe(true);
    expect(questions(answered({ 'shop.kind': 'FOOD' })).get('shop.kitchen')?.visible).toBe(true);
    expect(questions(answered({ 'shop.kind': 'OTHER' })).get('shop.kitchen')?.visible).toBe(false);
    expect(questions({}).get('shop.kitchen')?.condition).toEqual({ '==': [{ answer: 'shop.kind' }, 'FOOD'] });
    expect(questions({}).get('client.name')?.visible).toBe(true);
  });

  it('hides what only the answer to a hidden question would show', () => {
    const kitchen = { 'shop.kitchen': 'true' };
    const hood = (kind: string) =>
      questions(answered({ ...kitchen, 'shop.kind': kind })).get('shop.hood')?.visible;
    expect(hood('FOOD')).toBe(true);
    expect(hood('OTHER')).toBe(false);
  });

  it('tells for each iteration of a loop which questions are visible in it', () => {
    const [leased, owned] = [randomUUID(), randomUUID()];
    const iteration = (iterationId: string, answer: string) => ({
      iterationId,
      answers: { 'location.leased': { type: 'ANSWER' as const, qid: 'location.leased', answer } },
    });
    const loop = (...iterations: ReturnType<typeof iteration>[]): AnswerMap => ({
      locations: { type: 'LOOP', qid: 'locations', iterations },
    });

    const without = questions({}).get('locations')!;
    expect(without.loopDefinitionDto).toEqual({
      iterationLabel: 'Location',
      minIterations: 1,
      maxIterations: 5,
    });
    expect(without.loopQuestions?.map(({ visible }) => visible)).toEqual([true, false]);

    const mixed = questions(loop(iteration(leased, 'true'), iteration(owned, 'false'))).get('locations')!;
    expect(mixed.loopQuestions?.map(({ visible }) => visible)).toEqual([true, true]);
    expect(mixed.loopDefinitionDto?.iterations).toEqual([
      { iterationId: leased, name: 'Location 1', visibleQuestions: ['location.leased', 'location.landlord'] },
      { iterationId: owned, name: 'Location 2', visibleQuestions: ['location.leased'] },
    ]);

    const none = questions(loop(iteration(owned, 'false'))).get('locations')!;
    expect(none.loopQuestions?.map(({ visible }) => visible)).toEqual([true, false]);
  });

  it('leaves out the display of skipped lines and keeps the tree', () => {
    const { product, toc } = display({ skipLineQuestions: [childId, randomUUID()] });
    expect(product.display).toBeDefined();
    expect(product.lines[0]).toEqual({
      id: childId,
      title: 'Property',
      active: true,
      clientType: 'COMMERCIAL',
      type: 'LINE',
      template: false,
      lines: [],
    });
    expect(toc.map(({ lineId, sections }) => [lineId, sections.length])).toEqual([
      [definition.product.id, 1],
      [childId, 0],
    ]);
  });

  it('leaves out questions and keeps tree, lines and sections', () => {
    const answer = display({ excludeQuestions: true });
    expect(JSON.stringify(answer)).not.toContain('"qid"');
    expect(answer.product.lines).toHaveLength(2);
    expect(answer.product.display?.sections[0]).toEqual({
      title: 'Business',
      subsections: [{ title: 'Basics', questions: [] }],
    });
  });

  it('asks nothing of a line that is not active', () => {
    const { product, toc } = display({});
    expect(product.lines[1]).toMatchObject({ id: idleId, active: false });
    expect(product.lines[1]).not.toHaveProperty('display');
    expect(toc.map(({ lineId }) => lineId)).not.toContain(idleId);
  });

  it('has sections and subsections by title in the table of contents', () => {
    expect(display({}).toc[1]).toEqual({
      lineId: childId,
      title: 'Property',
      sections: [{ title: 'Building', subsections: [{ title: 'Value' }] }],
    });
  });
});
