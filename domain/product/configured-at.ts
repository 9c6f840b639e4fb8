/**
 * The instant of a configuration selector: a full timestamp as it is, a date as the end of that day in UTC,
 * so that what was deployed on the day counts (spec 4.4, `asConfiguredAtTimestamp`).
 */
export function configuredAt(selector: string): Date {
  return new Date(selector.includes('T') ? selector : `${selector}T23:59:59.999Z`);
}
