import type { PlanIssue } from '../run/plan-issue.js';
import { keyType } from './canonical-table.js';
import { decimalCell, otherwise } from './cells.js';
import { interpolatedKeys } from './laid-out.js';
import type { RatingTable } from './table.js';

/** The faults of a two-way table as it is written. */
export function gridIssues(path: string, { keys, columns, across = [], rows }: RatingTable): PlanIssue[] {
  const issues: PlanIssue[] = [];
  if (keys.length < 2)
    issues.push({ path, message: 'goes across, so it needs a key for its rows and one for its columns' });
  if (columns.length > 1) {
    issues.push({
      path,
      message: 'goes across, so it has one column, whose cells are in all columns of the grid',
    });
  }
  const wanted = keys.length - 1 + across.length;
  rows.forEach((row, index) => {
    if (row.length === wanted) return;
    const message = `has ${row.length} cells, but the grid has ${keys.length - 1} for its keys and ${across.length} across`;
    issues.push({ path: `${path}.rows[${index}]`, message });
  });
  const names = across.map((cell) => JSON.stringify(cell));
  names.forEach((name, index) => {
    if (names.indexOf(name) < index)
      issues.push({ path: `${path}.across[${index}]`, message: `${name} is there twice` });
  });
  return issues;
}

export function interpolationIssues(path: string, table: RatingTable): PlanIssue[] {
  const count = interpolatedKeys(table);
  if (count === 0) return [];
  const issues: PlanIssue[] = [];
  const last = table.keys.length - 1;
  const axes = table.keys.slice(-count);
  if (axes.length < count || axes.some(({ match, type }) => match !== 'exact' || type !== 'number')) {
    const must =
      count === 1 ? 'its last key must be an exact number' : 'its last two keys must be exact numbers';
    issues.push({ path, message: `interpolates, so ${must}` });
  }
  for (const column of table.columns.filter(({ type }) => type !== 'number')) {
    issues.push({ path, message: `interpolates, so column "${column.name}" must be a number` });
  }
  table.rows.forEach((row, index) => {
    for (let place = Math.max(0, last - count + 1); place <= last; place++) {
      if (decimalCell(row[place] ?? null) !== null) continue;
      const message = 'must be a number to interpolate from';
      issues.push({ path: `${path}.rows[${index}][${place}]`, message });
    }
  });
  return issues;
}

export function graduationIssues(path: string, table: RatingTable): PlanIssue[] {
  const { graduated, interpolate, hitPolicy, keys, columns, rows } = table;
  if (graduated === undefined) return [];
  const issues: PlanIssue[] = [];
  const report = (message: string, at = path) => issues.push({ path: at, message });
  const key = keys.at(-1);
  if (key?.match !== 'upTo' || keyType(key) !== 'number') {
    report('is graduated, so its last key must match `upTo` numbers');
  }
  if (interpolate !== undefined) report('is graduated, so it cannot interpolate: leave one of them out');
  if (hitPolicy === 'first') {
    report('is graduated, so rows cannot overlap: leave out `hitPolicy`, and write "otherwise" for the rest');
  }
  for (const column of columns.filter(({ type }) => type !== 'number')) {
    report(`is graduated, so column "${column.name}" must be a number`);
  }
  if (!(decimalCell(graduated.per)?.isPositive() ?? false)) {
    report('must be more than zero', `${path}.graduated.per`);
  }
  rows.forEach((row, index) => {
    const [end = '', at] = [row[keys.length - 1], `${path}.rows[${index}][${keys.length - 1}]`];
    if (end === otherwise) report('is graduated, so each row needs its upper end', at);
    else if (decimalCell(end)?.isPositive() === false)
      report('must be more than zero, where the bands begin', at);
  });
  return issues;
}
