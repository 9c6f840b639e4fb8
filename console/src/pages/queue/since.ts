const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The moment some days ago, in whole hours so that a query with it stays the same for a while. */
export const since = (days: string | number): string =>
  new Date(Math.floor((Date.now() - Number(days) * dayMs) / hourMs) * hourMs).toISOString();
