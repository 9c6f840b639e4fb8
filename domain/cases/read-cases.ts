import { z } from 'zod';
import type { OwnRatingAction } from '../actions/configured-action.js';
import { type Path, type Place, readLocatedTexts } from '../ground/located-yaml.js';
import { readWritten } from '../ground/written-issues.js';
import type { AnswerMap } from '../intake/answers.js';
import { ratingOf } from '../product/compile-product.js';
import { type ProductCase, productCase } from './case.js';
import { expandedAnswers } from './compact-answers.js';
import { checkExpiring } from './expiring-values.js';
import { type RateableProduct, ratingActionOf } from './rate-action.js';

/** A case that the product can rate. */
export interface ReadCase
  extends Pick<ProductCase, 'name' | 'effectiveDate' | 'today' | 'term' | 'expiring' | 'expect'> {
  action: OwnRatingAction;
  intake: AnswerMap;
  place: Place;
}

export interface CaseIssue extends Place {
  message: string;
}

/** The cases of a file, or what is wrong with it: with any issue there are no cases. */
export interface ReadCases {
  cases: ReadCase[];
  issues: CaseIssue[];
}

/** Cases as they are written, and where their parts are in the file. */
export interface WrittenCases {
  content: unknown;
  at(path: Path, atKey?: true): Place;
}

export const caseList = z.array(productCase).min(1, 'must have at least one case');

/** Reads the text of a `.cases.yaml` file: syntax, then keys, then questions and actions of the product. */
export function readCasesText(text: string, product: RateableProduct): ReadCases {
  const { content, malformed, at } = readLocatedTexts(text);
  if (malformed) return { cases: [], issues: [{ message: malformed.message, ...malformed.place }] };
  return readCases({ content, at }, product);
}

/** Checks cases against their schema and the product. */
export function readCases({ content, at }: WrittenCases, product: RateableProduct): ReadCases {
  const issues: CaseIssue[] = [];
  const report = (path: Path, message: string, atKey?: true) => {
    issues.push({ message, ...at(path, atKey) });
  };
  const { data, issues: faults } = readWritten(caseList, content);
  if (data === undefined) {
    return {
      cases: [],
      issues: faults.map(({ path, message, atKey }) => ({
        ...at(path, atKey),
        message: named(path, message, atKey),
      })),
    };
  }
  reportRepeatedNames(data, report);
  const cases = data.flatMap((one, index) => checkedCase(one, index, { product, report, at }));
  return issues.length > 0 ? { cases: [], issues } : { cases, issues };
}

type Report = (path: Path, message: string, atKey?: true) => void;

/** `premium: must be a decimal number`; an unknown key names itself. */
function named(path: Path, message: string, atKey?: true): string {
  const name = path.at(-1);
  return atKey || typeof name !== 'string' ? message : `${name}: ${message}`;
}

function reportRepeatedNames(cases: readonly ProductCase[], report: Report): void {
  const seen = new Set<string>();
  for (const [index, { name }] of cases.entries()) {
    if (seen.has(name)) report([index, 'name'], `another case has the name "${name}"`);
    seen.add(name);
  }
}

function checkedCase(
  { name, effectiveDate, today, term, expiring, expect, answers, action: wanted }: ProductCase,
  index: number,
  { product, report, at }: { product: RateableProduct; report: Report; at: WrittenCases['at'] },
): ReadCase[] {
  const action = ratingActionOf(product.definition, wanted);
  if (typeof action === 'string') report([index, ...(wanted === undefined ? [] : ['action'])], action);
  if (typeof action !== 'string') {
    const read = ratingOf(product.compiled, action)?.expiringRead ?? [];
    checkExpiring(expiring, read, (path, message) => report([index, ...path], message, true));
  }
  const intake = expandedAnswers(answers, product.compiled.questionTypes, {
    seed: name,
    report: (path, message) => report([index, 'answers', ...path], message, true),
  });
  return typeof action === 'string'
    ? []
    : [{ name, effectiveDate, today, term, expiring, expect, action, intake, place: at([index]) }];
}
