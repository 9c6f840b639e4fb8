import type { LoadedVersion } from '../../../db/products/load-version.js';
import type { OwnRatingAction } from '../../../domain/actions/configured-action.js';
import type { GetQuotesEnvelope } from '../../../domain/events/envelope.js';
import type { Term } from '../../../domain/ground/term.js';
import type { Answer, AnswerMap } from '../../../domain/intake/answers.js';
import { ratingOf } from '../../../domain/product/compile-product.js';
import { numberBound } from '../../../domain/questions/bounds.js';
import type { Line } from '../../../domain/questions/line.js';
import { newQuotes } from '../../../domain/quote/package-quote.js';
import type { Random } from './random.js';
import { slot } from './slots.js';

type Question = NonNullable<Line['display']>['sections'][number]['subsections'][number]['questions'][number];
type ChildQuestion = NonNullable<Question['loop']>['questions'][number];

/** A product of the demo data that the book sells, with the action that rates it. */
export interface BookProduct {
  key: string;
  version: LoadedVersion;
  action: OwnRatingAction;
  questions: ReadonlyMap<string, Question | ChildQuestion>;
  /** Answers that lead to a quote; risks are variations of them. */
  intake: AnswerMap;
}

/** A risk: answers that the product quotes without a referral. */
export interface Risk {
  product: BookProduct;
  state: string;
  naics: string;
  answers: AnswerMap;
}

export interface QuoteToMake {
  effectiveDate: string;
  term: Term;
  madeAt: Date;
  carrier: { id: string; name: string };
  sellerId: string;
}

/** NAICS codes for products that ask for the code as text. */
const commonIndustries = [
  '541511',
  '541211',
  '621210',
  '722511',
  '445110',
  '531210',
  '611691',
  '561720',
  '332710',
];
const mostAttempts = 60;

/** A risk of the product; throws if no variation of its answers is quoted. */
export function riskOf(random: Random, product: BookProduct, effectiveDate: string): Risk {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const answers = varied(random, product);
    const rating = ratedBy(product, answers, effectiveDate, 'ANNUAL');
    if (
      rating.outcome !== 'QUOTED' ||
      rating.requiresUnderwriterApproval ||
      rating.requiresPolicyholderAcceptance
    )
      continue;
    return {
      product,
      answers,
      state: textOf(answers, 'client.state'),
      naics: textOf(answers, 'client.industry.naics'),
    };
  }
  throw new Error(`No variation of the demo intake of ${product.key} is quoted.`);
}

/** The quote of a risk with those of its components, as rating stores them, with slots for the insured. */
export function quotesOf(risk: Risk, { effectiveDate, term, madeAt, carrier, sellerId }: QuoteToMake) {
  const { product } = risk;
  const { definition, productId, versionId } = product.version;
  const intake = withSlots(risk.answers);
  return newQuotes(
    {
      triggerRequestId: slot.event,
      organizationId: sellerId,
      envelope: { batchMode: false, payload: { effectiveDate, intake } } as GetQuotesEnvelope,
      clientId: slot.client,
      action: { actionId: product.action.id, type: product.action.type },
      product: { id: productId, versionId, source: 'HOSTING', title: definition.product.title },
      quoting: { organizationId: carrier.id, name: carrier.name },
      term,
      asConfiguredAt: madeAt,
      now: madeAt,
    },
    ratedBy(product, risk.answers, effectiveDate, term),
  );
}

export function termsOf({ version, action }: BookProduct): readonly Term[] {
  return ratingOf(version.compiled, action)?.terms ?? [];
}

export function questionsOf(root: Line): Map<string, Question | ChildQuestion> {
  const questions = new Map<string, Question | ChildQuestion>();
  const visit = (line: Line): void => {
    for (const { subsections } of line.display?.sections ?? []) {
      for (const question of subsections.flatMap((subsection) => subsection.questions)) {
        questions.set(question.qid, question);
        for (const child of question.loop?.questions ?? []) questions.set(child.qid, child);
      }
    }
    line.lines.forEach(visit);
  };
  visit(root);
  return questions;
}

function ratedBy({ version, action }: BookProduct, answers: AnswerMap, effectiveDate: string, term: Term) {
  const rating = ratingOf(version.compiled, action);
  if (rating === undefined) throw new Error(`The action ${action.name} rates nothing.`);
  return rating.rate({ answers, effectiveDate, term, keepWorksheet: false });
}

/** The intake with varied sizes, choices, industry and state; a loop keeps its first iteration. */
function varied(random: Random, product: BookProduct): AnswerMap {
  const size = random.size(1);
  const state = random.pick(choicesOf(product.questions.get('client.state')) ?? ['TX']);
  const vary = ({ qid, answer }: Answer): Answer => {
    const question = product.questions.get(qid);
    return { type: 'ANSWER', qid, answer: variedAnswer(random, { qid, answer, question, size, state }) };
  };
  return Object.fromEntries(
    Object.entries(product.intake).map(([qid, entry]) => {
      if (entry.type === 'ANSWER') return [qid, vary(entry)];
      const iterations = entry.iterations.slice(0, 1).map(({ iterationId, answers }) => ({
        iterationId,
        answers: Object.fromEntries(Object.entries(answers).map(([child, answer]) => [child, vary(answer)])),
      }));
      return [qid, { ...entry, iterations }];
    }),
  );
}

function variedAnswer(
  random: Random,
  given: {
    qid: string;
    answer: string;
    question: Question | ChildQuestion | undefined;
    size: number;
    state: string;
  },
): string {
  const { qid, answer, question, size, state } = given;
  if (qid.endsWith('.state')) return state;
  if (qid === 'client.industry.naics') return random.pick(choicesOf(question) ?? commonIndustries);
  switch (question?.answerType) {
    case 'SELECT':
      return random.chance(0.4) ? random.pick(choicesOf(question) ?? [answer]) : answer;
    case 'MONEY':
    case 'NUMBER': {
      const value = Math.round(Number(answer) * size * (0.8 + random.next() * 0.4));
      const coarse = value > 10_000 ? Math.round(value / 1000) * 1000 : value;
      return String(
        Math.max(numberBound(question.min) ?? 0, Math.min(numberBound(question.max) ?? coarse, coarse)),
      );
    }
    case undefined:
    case 'TEXT':
    case 'MULTI_SELECT':
    case 'BOOLEAN':
    case 'PERCENT':
    case 'DATE':
      return answer;
  }
}

function choicesOf(question: Question | ChildQuestion | undefined): string[] | undefined {
  const choices = question?.answerChoices?.map((choice) =>
    typeof choice === 'string' ? choice : choice.value,
  );
  return choices && choices.length > 0 ? choices : undefined;
}

const slots: Readonly<Record<string, string>> = {
  'client.name': slot.name,
  'client.contact.name': slot.contactName,
  'client.contact.phoneNumber': slot.phone,
  'client.phoneNumber': slot.phone,
  'client.email': slot.email,
  'client.website': slot.website,
};

/** The answers with slots for the insured. */
function withSlots(answers: AnswerMap): AnswerMap {
  const filled = ({ qid, answer }: Answer): Answer => ({
    type: 'ANSWER',
    qid,
    answer: slotFor(qid) ?? answer,
  });
  return Object.fromEntries(
    Object.entries(answers)
      .filter(([qid]) => qid !== 'client.address2')
      .map(([qid, entry]) => {
        if (entry.type === 'ANSWER') return [qid, filled(entry)];
        const iterations = entry.iterations.map((iteration) => ({
          ...iteration,
          answers: Object.fromEntries(
            Object.entries(iteration.answers).map(([child, answer]) => [child, filled(answer)]),
          ),
        }));
        return [qid, { ...entry, iterations }];
      }),
  );
}

function slotFor(qid: string): string | undefined {
  const field = qid.slice(qid.lastIndexOf('.') + 1);
  if (field === 'address1') return slot.address1;
  if (field === 'city') return slot.city;
  if (field === 'zipcode') return slot.zipcode;
  return slots[qid];
}

function textOf(answers: AnswerMap, qid: string): string {
  const entry = answers[qid];
  return entry?.type === 'ANSWER' ? entry.answer : '';
}
