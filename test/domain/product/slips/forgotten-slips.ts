import { at, isMap, type Json, type JsonMap, type Path, placesIn, replaced, type Slip } from './walk.js';

/** Slips that leave a product working, and the premium wrong: a factor that is left out, a cap the wrong way round. */
export function forgottenSlips(content: Json): Slip[] {
  return [
    ...[...placesIn(at(content, ['ratingPlans']), ['ratingPlans'])].flatMap(({ value, path }) =>
      inPlan(value, path),
    ),
    ...[...placesIn(at(content, ['tables']), ['tables'])].flatMap(({ value, path }) =>
      path.length === 2 && isMap(value) ? inTable(value, path) : [],
    ),
  ];
}

function inPlan(value: Json, path: Path): Slip[] {
  if (!isMap(value)) return [];
  const { op, by, apply, when } = value;
  const reads = typeof by === 'object' && by !== null && 'value' in by;
  return [
    ...(op === 'multiply' && reads ? [replaced('factor left out', path, undefined)] : []),
    // Under a condition another lookup may have the rest of the table.
    ...(op === 'lookup' && apply === 'multiply' && when === undefined
      ? [replaced('lookup left out', path, undefined)]
      : []),
  ];
}

function inTable({ keys, columns, rows, interpolate }: JsonMap, path: Path): Slip[] {
  const [written, width] = [rows as Json[][], (keys as Json[]).length];
  if (written.length < 4 || width > 1 || (columns as Json[]).length > 1) return [];
  const at = written.length - 2;
  const factor = [...path, 'rows', at, width];
  const swapped = written.with(at, written[at - 1] as Json[]).with(at - 1, written[at] as Json[]);
  return [
    replaced('decimal point left out', factor, Number(written[at]?.[width]) * 100),
    ...(interpolate ? [replaced('rows out of order', [...path, 'rows'], swapped)] : []),
  ];
}
