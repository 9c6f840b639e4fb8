import type { Cell } from '../../domain/rating/cells/formula.js';
import type { Worksheet } from '../../domain/worksheet/worksheet.js';
import { columnLetter } from '../excel/column-letter.js';
import type { PlannedCell, PlannedSheet } from './excel-plan.js';
import { noRowText } from './excel-tables.js';

const [stepColumn, rowColumn] = [columnLetter(1), columnLetter(5)];

/** A formula has at most 64 functions inside one another. */
const mostRules = 40;

interface Case {
  test: string;
  /** As a formula. */
  says: string;
}

/**
 * What the inputs lead to, in words: declined by which rule or for which missing row, or quoted.
 * @param lines the sheets with the steps.
 */
export function outcomeContent(
  worksheet: Worksheet,
  { premium, total }: { premium: Cell; total: Cell },
  lines: readonly PlannedSheet[],
): PlannedCell['content'] {
  const rules = refusalsOf(worksheet);
  const held = rules.find(({ cell }) => cell.value === true);
  const result = held ? held.says : quoted;
  return {
    result,
    formula(addressOf) {
      const refused = rules.map(({ cell, says }) => ({
        test: `IFERROR(${addressOf(cell)},FALSE)`,
        says: inQuotes(says),
      }));
      const cases = [
        ...refused.slice(0, mostRules),
        ...(refused.length > mostRules ? [anyOf(refused.slice(mostRules))] : []),
        ...lines.map(missingRow),
        { test: `ISERROR(${addressOf(total)})`, says: '"Declined: the premium cannot be computed"' },
        ...leastPremium(worksheet, addressOf(premium)),
      ];
      return cases.reduceRight(
        (otherwise, { test, says }) => `IF(${test},${says},${otherwise})`,
        inQuotes(quoted),
      );
    },
  };
}

const quoted = 'Quoted';

function refusalsOf({ lines }: Worksheet): { cell: Cell; says: string }[] {
  return lines.flatMap(({ source: { op, step, component }, after }) =>
    component === undefined && (op === 'DECLINE' || op === 'INELIGIBLE')
      ? [{ cell: after, says: `Declined by rule ${step}` }]
      : [],
  );
}

function anyOf(cases: readonly Case[]): Case {
  return {
    test: `OR(${cases.map(({ test }) => test).join(',')})`,
    says: '"Declined by an underwriting rule"',
  };
}

/** A lookup of the sheet that finds no row. */
function missingRow({ name, rows }: PlannedSheet): Case {
  const column = (letter: string) => `'${name.replaceAll("'", "''")}'!$${letter}$1:$${letter}$${rows.length}`;
  const found = `MATCH("${noRowText}",${column(rowColumn)},0)`;
  return {
    test: `ISNUMBER(${found})`,
    says: `"Declined: no row in the table for "&INDEX(${column(stepColumn)},${found})`,
  };
}

/** The premium that the plan refuses. */
function leastPremium({ lines }: Worksheet, premium: string): Case[] {
  const least = lines.find(({ source }) => source.plan?.premium && source.component === undefined)?.source
    .plan?.premium;
  if (least === undefined || least === 'ANY') return [];
  const sign = least === 'POSITIVE' ? '<=' : '<';
  return [{ test: `${premium}${sign}0`, says: `"Declined: the premium would be "&TEXT(${premium},"0.00")` }];
}

function inQuotes(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
