/** Work for threads that tests start. */
export const doubled = (number: number): number => number * 2;

/** Computes for so long, by the clock. */
export function computed(ms: number): string {
  const end = performance.now() + ms;
  while (performance.now() < end);
  return 'done';
}

/** Waits for so long, and computes nothing. */
export const waited = (ms: number): Promise<string> =>
  new Promise((resolve) => setTimeout(resolve, ms, 'done'));

/** Takes more and more memory. */
export function hoarded(): number {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, at) => at));
}

export function failed(): never {
  throw new TypeError('it does not work');
}
