/** The year of all dates in the examples of requests that are still to come. */
const exampleYear = 2027;
/** As of this day, examples are as they are declared. */
export const firstDay = `${exampleYear}-01-01`;
const dateOfExample = new RegExp(`"${exampleYear}-(\\d\\d-\\d\\d)`, 'g');

/**
 * An example with its dates in the next twelve months: in this year, or in the next one if the earliest has passed.
 */
export function upcoming(example: unknown, today: string): unknown {
  const text = JSON.stringify(example);
  const days = [...text.matchAll(dateOfExample)].map(([, day = '']) => day).sort();
  const [earliest] = days;
  if (earliest === undefined) return example;
  const thisYear = Number(today.slice(0, 4));
  const year = `${thisYear}-${earliest}` >= today ? thisYear : thisYear + 1;
  return JSON.parse(text.replace(dateOfExample, `"${year}-$1`));
}
