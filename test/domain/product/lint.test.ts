import { describe, expect, it } from 'vitest';
import { pathText } from '../../../domain/ground/lint-issue.js';
import { aProduct, type ProductContent } from '../../support/product-factory.js';
import { lintButUnread } from './lint-factory.js';

function issuesOf(change?: (content: ProductContent) => void): string[] {
  return lintButUnread(aProduct(change)).map(
    ({ severity, path, message }) => `${severity} ${pathText(path)}: ${message}`,
  );
}

const asked = (content: ProductContent) => content.product.display.sections[0]!.subsections[0]!.questions;
const at = (index: number) => `product.display.sections[0].subsections[0].questions[${index}]`;
const yesNo = (qid: string, more: Record<string, unknown> = {}) => ({
  qid,
  question: `${qid}?`,
  answerType: 'BOOLEAN',
  ...more,
});

describe('lintDefinition', () => {
  it('finds nothing wrong with a sound product', () => {
    expect(issuesOf()).toEqual([]);
  });

  it('finds a question that a line asks twice, also within its loops', () => {
    const issues = issuesOf((content) => {
      const loop = { iterationLabel: 'One', questions: [yesNo('same')] };
      asked(content).push(yesNo('twice'), yesNo('twice'), yesNo('same'), yesNo('loop', { loop }));
    });
    expect(issues).toContain(`ERROR ${at(3)}.qid: the line asks "twice" twice`);
    expect(issues).toContain(`ERROR ${at(5)}.loop.questions[0].qid: the line asks "same" twice`);
  });

  it('lets lines ask the same question, but not another one under its id', () => {
    const line = (question: Record<string, unknown>) => ({
      id: '5b1f4a44-0f6f-4d0e-9a57-0a7a3d5d9e01',
      title: 'Child',
      clientType: 'COMMERCIAL',
      display: { sections: [{ title: 'S', subsections: [{ title: 'U', questions: [question] }] }] },
    });
    const sales = { qid: 'shop.sales', question: 'In other words?', answerType: 'NUMBER', min: 0, max: 1000 };
    const child = (question: Record<string, unknown>) =>
      issuesOf((content) => {
        content.product.lines.push(line(question));
      });
    expect(child(sales)).toEqual([]);
    expect(child({ ...sales, max: 2000 })).toHaveLength(1);
    expect(child({ ...sales, answerType: 'MONEY' })).toEqual([
      'ERROR product.lines[0].display.sections[0].subsections[0].questions[0].qid: "shop.sales" is defined differently elsewhere',
    ]);
  });

  it('finds ids that are used twice', () => {
    const issues = issuesOf((content) => {
      const { id } = content.product;
      content.product.lines.push({ id, title: 'Child', clientType: 'COMMERCIAL' });
      const actions = content.configurations[0]!.events.GET_QUOTES!;
      actions.push({ ...actions[0] });
    });
    expect(issues).toEqual([
      expect.stringMatching(
        /^ERROR product\.lines\[0\]\.id: the line id .* is already the id of another line$/,
      ),
      expect.stringMatching(
        /^ERROR configurations\[0\]\.events\.GET_QUOTES\[1\]\.id: the action id .* is already the id of another action$/,
      ),
    ]);
  });

  it('finds bounds that nothing can meet', () => {
    const loop = { iterationLabel: 'One', minIterations: 3, maxIterations: 2, questions: [yesNo('child')] };
    const issues = issuesOf((content) => {
      asked(content).push({ ...yesNo('n'), answerType: 'NUMBER', min: 2, max: 1 }, yesNo('loop', { loop }));
    });
    expect(issues).toEqual([
      `ERROR ${at(2)}.min: min 2 is greater than max 1`,
      `ERROR ${at(3)}.loop.minIterations: minIterations 3 is greater than maxIterations 2`,
    ]);
  });

  it('finds choices that are missing, repeated, or not those of the default answer', () => {
    const select = (qid: string, more: Record<string, unknown>) => ({
      ...yesNo(qid),
      answerType: 'SELECT',
      ...more,
    });
    const issues = issuesOf((content) => {
      asked(content).push(
        select('none', {}),
        select('empty', { answerChoices: [] }),
        select('repeated', { answerChoices: ['A', { value: 'A', label: 'Again' }] }),
        select('default', { answerChoices: ['A'], defaultAnswer: 'B' }),
        yesNo('odd', { answerChoices: ['A'] }),
        yesNo('wrong', { defaultAnswer: 'perhaps' }),
      );
    });
    expect(issues).toEqual([
      `ERROR ${at(2)}.answerChoices: a SELECT question needs answerChoices`,
      `ERROR ${at(3)}.answerChoices: a SELECT question needs answerChoices`,
      `ERROR ${at(4)}.answerChoices[1]: the choice "A" is listed twice`,
      `ERROR ${at(5)}.defaultAnswer: "B" is not one of the choices`,
      `WARNING ${at(6)}.answerChoices: choices have no effect on a BOOLEAN question`,
      `ERROR ${at(7)}.defaultAnswer: "perhaps" is not a valid BOOLEAN answer`,
    ]);
  });

  it('finds conditions that read what cannot be read', () => {
    const loop = { iterationLabel: 'One', questions: [yesNo('child')] };
    const issues = issuesOf((content) => {
      asked(content).push(
        yesNo('unknown', { condition: { '!!': [{ answer: 'nobody.asks' }] } }),
        yesNo('self', { condition: { '!!': [{ answer: 'self' }] } }),
        yesNo('derived', { condition: { '>': [{ value: 'score' }, 1] } }),
        yesNo('operator', { condition: { nope: [1] } }),
        yesNo('loop', { loop }),
        yesNo('outside', { condition: { '!!': [{ answer: 'child' }] } }),
        yesNo('fine', { condition: { '==': [{ answer: 'client.zipcode' }, '10001'] } }),
      );
    });
    expect(issues).toEqual([
      `ERROR ${at(2)}.condition: no line asks the question "nobody.asks"`,
      `ERROR ${at(3)}.condition: the question "self" depends on its own answer`,
      `ERROR ${at(4)}.condition: the value "score" cannot be read here: only answers can`,
      `ERROR ${at(5)}.condition: unknown operator "nope"`,
      `ERROR ${at(7)}.condition: "child" is answered within the loop "loop" and cannot be read from here`,
    ]);
  });

  it('finds conditions that stand on each other', () => {
    const issues = issuesOf((content) => {
      asked(content).push(
        yesNo('hen', { condition: { '!!': [{ answer: 'egg' }] } }),
        yesNo('egg', { condition: { '!!': [{ answer: 'hen' }] } }),
      );
    });
    expect(issues).toEqual([`ERROR ${at(2)}: its condition stands on itself, through other questions`]);
  });

  it('finds what the rating plan refers to and the product does not have, in its place', () => {
    const issues = issuesOf((content) => {
      const { coverages } = content.ratingPlans.standard as { coverages: { steps: unknown[] }[] };
      coverages[0]!.steps.push({ name: 'x', op: 'lookup', table: 'none', keys: { a: 1 }, apply: 'multiply' });
    });
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatch(/^ERROR ratingPlans\.standard\.coverages\[0\]\.steps\[1\]/);
  });

  it('finds actions without their plan, and plans and tables without a use', () => {
    const issues = issuesOf((content) => {
      content.configurations[0]!.events.GET_QUOTES![0]!.plan = 'missing';
      content.tables.rates = { keys: [{ name: 'state' }], columns: [{ name: 'rate' }], rows: [['NY', 1]] };
    });
    expect(issues).toContain(
      'ERROR configurations[0].events.GET_QUOTES[0].plan: the product has no rating plan "missing"',
    );
    expect(issues).toContain('WARNING ratingPlans.standard: no action uses this rating plan');
    expect(issues).toContain('WARNING tables.rates: no step uses this table');
  });

  it('finds more actions of an event type than a run should have', () => {
    const action = (at: number) => ({
      ...{ id: `5b1f4a44-0f6f-4d0e-9a57-0a7a3d5d9e${String(at).padStart(2, '0')}`, type: 'INBOUND_WAIT' },
      ...{ name: `Wait ${at}`, waitsFor: 'somebody' },
    });
    const issues = (count: number) =>
      issuesOf((content) => {
        const [configuration] = content.configurations;
        configuration!.events.INTAKE_COMPLETE = Array.from({ length: count }, (_, at) => action(at));
      });
    expect(issues(50)).toEqual([]);
    expect(issues(52)).toEqual([
      'ERROR configurations[0].events.INTAKE_COMPLETE[50]: INTAKE_COMPLETE has more than 50 actions, with those of onFailure',
    ]);
  });

  it('warns of a name in the payload of a fired event that nothing reads', () => {
    const fires = (events: { [type: string]: Record<string, unknown>[] }, more = {}) =>
      issuesOf((content) => {
        const id = '5b1f4a44-0f6f-4d0e-9a57-0a7a3d5d9e01';
        const payload = { clientId: '{{event.clientId}}', urgency: 'high' };
        const action = { id, name: 'Validate', type: 'FIRE_EVENT', eventType: 'CLIENT_VALIDATION', payload };
        Object.assign(
          content.configurations[0]!.events,
          { INTAKE_COMPLETE: [{ ...action, ...more }] },
          events,
        );
      });
    const place = 'configurations[0].events.INTAKE_COMPLETE[0].payload.urgency';
    expect(fires({})).toEqual([
      `WARNING ${place}: CLIENT_VALIDATION has no "urgency" in its payload, and nothing in the product reads it`,
    ]);
    const wait = {
      ...{ id: '5b1f4a44-0f6f-4d0e-9a57-0a7a3d5d9e02', name: 'Check', type: 'INBOUND_WAIT' },
      ...{ waitsFor: 'a check', when: { '==': [{ value: 'payload.urgency' }, 'high'] } },
    };
    expect(fires({ CLIENT_VALIDATION: [wait] })).toEqual([]);
    // Another product's actions are not known here.
    expect(fires({}, { lineId: '5b1f4a44-0f6f-4d0e-9a57-0a7a3d5d9e03' })).toEqual([]);
  });
});
