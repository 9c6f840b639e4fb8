/**
 * The instant of a configuration selector: a timestamp as given, or a date as the end of that day in UTC, so
 * that deployments of that day count (spec 4.4, `asConfiguredAtTimestamp`).
 */
export function configuredAt(selector: string): Date {
  return new Date(selector.includes('T') ? selector : `${selector}T23:59:59.999Z`);
}
