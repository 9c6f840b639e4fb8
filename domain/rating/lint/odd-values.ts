/** A value so many times as large as its neighbors lost or gained a decimal point; lists of choices vary more than ranges. */
export const suspicious = { ordered: 30, listed: 50 };

/** Numbers of another size than their neighbors, and, on a curve, the only one off an even course. */
export function oddValues(
  values: readonly number[],
  isCurve: boolean,
  most: number,
): { place: number; message: string }[] {
  const found = values.flatMap((value, place) => {
    const neighbors = [values[place - 1], values[place + 1]].filter((each) => each !== undefined);
    const ratios = neighbors.map((neighbor) => (neighbor === 0 ? 1 : value / neighbor));
    const atEnd = neighbors.length === 1 && !isAlike(values, place === 0 ? 1 : place - 1);
    if (atEnd || ratios.length === 0) return [];
    if (ratios.every((each) => each >= most)) {
      return [
        { place, message: `is ${timesText(Math.min(...ratios))} its neighbors: is the decimal point right?` },
      ];
    }
    if (value === 0 || !ratios.every((each) => each > 0 && each <= 1 / most)) return [];
    const least = Math.min(...ratios.map((ratio) => 1 / ratio));
    return [
      {
        place,
        message: `is a small part of its neighbors, which are ${timesText(least)} it: is the decimal point right?`,
      },
    ];
  });
  const kink = isCurve && found.length === 0 ? kinkOf(values) : null;
  return kink === null
    ? found
    : [...found, { place: kink, message: 'goes against the course of its curve: is it the right number?' }];
}

/** Whether the neighbors of an end agree with each other. */
function isAlike(values: readonly number[], place: number): boolean {
  const [one = 0, other = 0] = place === 1 ? [values[1], values[2]] : [values[place], values[place - 1]];
  return one > 0 && other > 0 && Math.max(one / other, other / one) <= 5;
}

function timesText(ratio: number): string {
  return `${Math.round(ratio)} times as large as`;
}

/** The place of the only number without which the others rise, or fall, all along; null if there is none. */
function kinkOf(values: readonly number[]): number | null {
  if (values.length < 6 || isMonotone(values)) return null;
  const places = values.flatMap((_, place) => {
    const inner = place > 0 && place < values.length - 1;
    return inner && isMonotone(values.toSpliced(place, 1)) ? [place] : [];
  });
  return places.length === 1 ? (places[0] ?? null) : null;
}

function isMonotone(values: readonly number[]): boolean {
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? value));
  return steps.every((step) => step >= 0) || steps.every((step) => step <= 0);
}
