import type { JsonObject, StatementState } from '../../api/client.js';
import type { Tone } from '../../parts/badge.js';
import { t } from '../../texts/texts.js';

export const toneOfStatement: Record<StatementState, Tone> = {
  SCHEDULED: undefined,
  DUE: 'info',
  PAID: 'good',
  PAST_DUE: 'bad',
  VOID: undefined,
};

/** Who made a change, as the interface says it; undefined for old ones. */
export function authorOf(createdBy: JsonObject | null | undefined): string | undefined {
  const { kind, name, organizationName } = createdBy ?? {};
  if (kind === 'SERVICE') return t('parts.theService');
  return [name, organizationName].filter((each) => typeof each === 'string').join(', ') || undefined;
}
