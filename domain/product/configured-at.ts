/**
 * The instant of a configuration selector: a timestamp as given, or a date as the end of that day in UTC, so
 * that deployments of that day count (spec 4.4, `asConfiguredAtTimestamp`); the present for one that lies ahead.
 */
export function configuredAt(selector: string, now: Date): Date {
  const selected = new Date(selector.includes('T') ? selector : `${selector}T23:59:59.999Z`);
  return selected > now ? now : selected;
}
