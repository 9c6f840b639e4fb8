import { Router } from 'express';
import { type FiguresOfLine, readFigures } from '../../db/figures/read-figures.js';
import { type FigureName, figureNames, figuresFrom } from '../../domain/figures/figures.js';
import { endOfDayIn } from '../../domain/ground/business-time.js';
import { type Cents, sumOf } from '../../domain/money/cents.js';
import { Unavailable } from '../errors/app-error.js';
import { callerOf } from '../http/caller.js';
import { gone } from '../http/shares.js';
import { validated } from '../http/validated.js';
import { getFigures } from './figures-schemas.js';
import { type ReportTimes, timeOfReport } from './time-of-report.js';

/** `GET /report/figures`, an extension of the interface. */
export function figureRoutes(times: ReportTimes): Router {
  const router = Router();
  router.get(
    getFigures.path,
    validated(getFigures, async ({ query: { asOf: asked, knownAt, clockId } }, req, res) => {
      const { organizationId } = callerOf(req);
      const { timeZone, today } = await timeOfReport(times, callerOf(req), clockId);
      const asOf = asked ?? today;
      const known = knownAt === undefined ? endOfDayIn(timeZone, asOf) : new Date(knownAt);
      const book = { organizationId, clockId, timeZone };
      const lines = await readFigures(times.db, { ...book, asOf, knownAt: known }, gone(res));
      if (lines === undefined) {
        throw new Unavailable(
          'the sums of the figures are being made: read the reports, or try again later',
          {
            retryAfterSeconds: 60,
          },
        );
      }
      return { asOf, knownTimestamp: known.toISOString(), ...rowsAndTotals(lines) };
    }),
  );
  return router;
}

type Amounts = Record<FigureName, Cents>;

function rowsAndTotals(lines: readonly FiguresOfLine[]) {
  const rows = lines.map(({ sums, ...labels }) => ({ labels, amounts: figuresFrom(sums) }));
  const currencies = [...new Set(lines.map(({ currency }) => currency))].sort();
  const totals = currencies.map((currency) => {
    const own = rows.filter(({ labels }) => labels.currency === currency);
    const total = (name: FigureName) => sumOf(own.map(({ amounts }) => amounts[name]));
    return { currency, ...inNumbers((name) => total(name)) };
  });
  return {
    rows: rows.map(({ labels, amounts }) => ({ ...labels, ...inNumbers((name) => amounts[name]) })),
    totals,
  };
}

const inNumbers = (of: (name: FigureName) => Amounts[FigureName]): Record<FigureName, number> =>
  Object.fromEntries(figureNames.map((name) => [name, Number(of(name).toText())])) as Record<
    FigureName,
    number
  >;
