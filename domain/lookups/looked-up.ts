import { z } from 'zod';
import type { Json, JsonObject } from '../ground/json.js';
import { instant, uuid } from '../ground/primitives.js';

/**
 * Where an answer of a quote comes from: the source now, its earlier answer that is used again, the default of the product
 * for a source that gave none, or the person whose answer was kept.
 */
export const lookupBases = ['SOURCE', 'REUSED', 'DEFAULT', 'TYPED'] as const;

/** A looked-up answer of a quote, as its `metadata.lookups` lists it. */
const lookedUpValue = z.object({
  qid: z.string(),
  iterationId: uuid.optional(),
  /** The answer that was rated; null: none. */
  value: z.string().nullable(),
  basis: z.enum(lookupBases),
  /** The name of the endpoint, and of the action. */
  source: z.string(),
  action: z.string(),
  /** When the source answered, and the age of that in whole days when the quote was made. Missing without an answer. */
  answeredAt: instant.optional(),
  ageDays: z.number().int().optional(),
  /** SHA-256 of the request, and of the response. */
  requestHash: z.string().optional(),
  responseHash: z.string().optional(),
  /** What the other side says, where the source and a person differ. */
  conflictsWith: z.string().optional(),
  /** Why the source gave no answer. */
  failure: z.string().optional(),
});

export type LookedUpValue = z.output<typeof lookedUpValue>;

/** The looked-up answers of a stored quote; none if it had none. */
export function lookupsOfQuote({ metadata }: { metadata: JsonObject }): LookedUpValue[] {
  return z.array(lookedUpValue).safeParse(metadata.lookups).data ?? [];
}

/** The same as it is stored. */
export function asMetadata(values: readonly LookedUpValue[]): Json {
  return values.map((value) => ({ ...value }) as JsonObject);
}
