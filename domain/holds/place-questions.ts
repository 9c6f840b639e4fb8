import type { PlaceSetting } from '../policy/place-setting.js';
import type { HoldPlace } from './hold.js';

/**
 * What a product has to declare for holds of a place, such as `policy.place.zipQuestion`, with the part of the place that
 * needs it; none if it does. Every product has a question for the state: `client.state`, if it names none.
 */
export function missingQuestions(
  { zipQuestion, countyQuestion }: PlaceSetting,
  { zips, counties }: Pick<HoldPlace, 'zips' | 'counties'>,
): { part: 'zips' | 'counties'; setting: string }[] {
  return [
    ...(zips.length > 0 && zipQuestion === undefined
      ? [{ part: 'zips' as const, setting: 'policy.place.zipQuestion' }]
      : []),
    ...(counties.length > 0 && countyQuestion === undefined
      ? [{ part: 'counties' as const, setting: 'policy.place.countyQuestion' }]
      : []),
  ];
}
