import type { AnswerMap, CoverageDetail, CoverageGroup, LoopIteration } from '../../../api/client.js';
import { iterationName } from '../../../parts/answer-list.js';
import { detailText, isShare } from '../../../parts/quotes/coverage-text.js';

/** A coverage of something insured, with its limits and deductibles in words. */
export interface UnitCoverage {
  key: string;
  title: string;
  limits: string[];
  /** Of a whole term, without taxes and fees; undefined where it is not divided by units. */
  premium: number | undefined;
}

/** A vehicle, driver or location. */
export interface InsuredUnit {
  id: string;
  name: string;
  answers: LoopIteration['answers'];
  coverages: UnitCoverage[];
}

export interface Insured {
  /** With what one of their units is called. */
  loops: { qid: string; title: string; units: InsuredUnit[] }[];
  /** What is not divided by units. */
  policy: UnitCoverage[];
  /** The names of all units by their ids. */
  names: ReadonlyMap<string, string>;
}

type Known = Parameters<typeof iterationName>[2];

/** What a policy covers, by what is insured: each unit with its coverages, and those of the whole policy. */
export function insuredOf(answers: AnswerMap, groups: readonly CoverageGroup[], known: Known): Insured {
  const loops = Object.values(answers).flatMap((entry) => (entry.type === 'LOOP' ? [entry] : []));
  const coverages = groups.flatMap(({ type, coverages: own }) =>
    own.map((coverage) => ({
      key: `${type}/${coverage.code}`,
      title: coverage.title,
      premium: coverage.premium.amount,
      details: Object.values(coverage.details).flat(),
    })),
  );
  const details = coverages.flatMap((each) => each.details);
  const nameOf = (loopQid: string, iterationId: string) =>
    known.get(loopQid)?.loopDefinitionDto?.iterations?.find((each) => each.iterationId === iterationId)
      ?.name ??
    details.find(({ scope }) => scope === iterationId)?.scopeLabel ??
    iterationName(answers, { loopQid, iterationId }, known);
  const ids = new Set(loops.flatMap(({ iterations }) => iterations.map(({ iterationId }) => iterationId)));
  const isOfUnit = ({ scope }: CoverageDetail) => scope !== undefined && ids.has(scope);
  const coveragesOf = (id: string): UnitCoverage[] =>
    coverages.flatMap(({ key, title, details: all }) => {
      const own = all.filter(({ scope }) => scope === id);
      if (own.length === 0) return [];
      const shares = own.filter(isShare);
      // Limits of every unit are told once for all of them.
      const limits = all.filter((each) => !isShare(each) && (each.scope === id || !isOfUnit(each)));
      const premium =
        shares.length === 0 ? undefined : shares.reduce((sum, { amount }) => sum + Number(amount), 0);
      return [{ key, title, limits: limits.map(detailText), premium }];
    });
  return {
    loops: loops
      .filter(({ iterations }) => iterations.length > 0)
      .map(({ qid, iterations }) => ({
        qid,
        title: known.get(qid)?.loopDefinitionDto?.iterationLabel ?? qid,
        units: iterations.map(({ iterationId: id, answers: own }) => ({
          id,
          name: nameOf(qid, id),
          answers: own,
          coverages: coveragesOf(id),
        })),
      }))
      // What has coverages comes first.
      .toSorted((a, b) => Number(b.units.some(isCovered)) - Number(a.units.some(isCovered))),
    policy: coverages
      .filter(({ details: all }) => !all.some(isOfUnit))
      .map(({ key, title, premium, details: all }) => ({ key, title, premium, limits: all.map(detailText) })),
    names: new Map(
      loops.flatMap(({ qid, iterations }) =>
        iterations.map(({ iterationId }) => [iterationId, nameOf(qid, iterationId)] as const),
      ),
    ),
  };
}

const isCovered = ({ coverages }: InsuredUnit) => coverages.length > 0;
