import type { z } from 'zod';
import type { Json, JsonObject } from '../ground/json.js';
import { parsed, tooMuchIsWrong } from '../ground/parse.js';
import { isStorableJson } from '../ground/storable-json.js';
import { type CarrierAnswer, carrierAnswer } from './carrier-answer.js';

/** Why there is no answer that a quote could be made from; the code of the declined quote's message. */
export type CarrierFailureCode =
  | 'CARRIER_REFUSED'
  | 'CARRIER_UNAVAILABLE'
  | 'CARRIER_ANSWER_MALFORMED'
  | 'CARRIER_NO_ANSWER';

export interface CarrierFailure {
  kind: 'FAILED';
  code: CarrierFailureCode;
  message: string;
  /** What the carrier sent, if anything, with the status it came with. */
  raw: JsonObject | null;
}

/** What asking a carrier came to: its raw answer, which is an object, or a failure. */
export type CarrierOutcome = { kind: 'ANSWERED'; raw: JsonObject } | CarrierFailure;

/** `raw` is left out where nothing came. */
export function carrierFailure(
  code: CarrierFailureCode,
  message: string,
  raw: JsonObject | null = null,
): CarrierFailure {
  return { kind: 'FAILED', code, message, raw };
}

const mostTextKept = 4_000;

/** Reads the text of an answer with status 200. */
export function carrierOutcomeOf(status: number, text: string): CarrierOutcome {
  const content = contentOf(text);
  if (isObject(content) && isStorableJson(content)) return { kind: 'ANSWERED', raw: content };
  const problem = 'its answer is not a JSON object that can be read';
  return carrierFailure('CARRIER_ANSWER_MALFORMED', problem, rawText(status, text));
}

/** What is kept of an answer that is no JSON object: its beginning, as text that can be stored. */
export function rawText(status: number, text: string): JsonObject {
  const content = contentOf(text);
  if (isObject(content) && isStorableJson(content)) return { status, body: content };
  return { status, body: text.slice(0, mostTextKept).replace(/[\0\p{Cs}]/gu, '\uFFFD') };
}

/** The answer by contract, or what breaks it. */
export function readCarrierAnswer(raw: JsonObject): CarrierAnswer | { problem: string } {
  const result = parsed(carrierAnswer, raw);
  if (result === undefined) return { problem: `the answer ${tooMuchIsWrong}` };
  if (result.success) return result.data;
  return { problem: sentenceOf(result.error) };
}

function sentenceOf({ issues }: z.ZodError): string {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return `${first?.path.join('.') || 'the answer'}: ${first?.message ?? 'is not valid'}${more}`;
}

function contentOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
