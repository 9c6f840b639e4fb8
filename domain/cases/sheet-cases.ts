import type { Path, Place } from '../ground/located-yaml.js';
import type { SheetRow } from '../rating/tables/sheet.js';
import { caseColumnsOf, caseContent, lineOf } from './case-columns.js';
import type { RateableProduct } from './rate-action.js';
import { type CaseIssue, type ReadCases, readCases } from './read-cases.js';

/**
 * Reads cases from a sheet with one row a case. The first row names the columns: `name`, `effectiveDate`, `term`,
 * `action`, `expect.…`, `expect.values.<name>`, question ids, and `loop[0].question` for a loop's iterations. An
 * empty cell is no value. Columns without a name are left out.
 */
export function readCasesSheet(rows: readonly SheetRow[], product: RateableProduct): ReadCases {
  const [header, ...body] = rows;
  const issues: CaseIssue[] = [];
  const columns = caseColumnsOf(header, product.compiled.questionTypes, issues);
  if (issues.length > 0) return { cases: [], issues };
  const content = body.map(({ cells }) => caseContent(cells, columns));
  const at = ([row, ...rest]: Path): Place => {
    const wanted = pathKey(rest);
    const column = columns.find(({ path }) => pathKey(path).startsWith(wanted));
    return { line: lineOf(body[Number(row ?? -1)] ?? header), column: column?.number ?? 1 };
  };
  return readCases({ content, at }, product);
}

function pathKey(path: Path): string {
  return path.map((part) => `${part}\n`).join('');
}
