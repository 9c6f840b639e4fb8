import type { z } from 'zod';
import { faultsIn } from '../ground/issue-sentence.js';
import { isObject, type Json, type JsonObject } from '../ground/json.js';
import { parsed, tooManyErrors } from '../ground/parse.js';
import { isStorableJson } from '../ground/storable-json.js';
import { type CarrierAnswer, carrierAnswerIn } from './carrier-answer.js';

/** Why a carrier's response cannot become a quote; the code of the declined quote's message. */
export type CarrierFailureCode =
  | 'CARRIER_REFUSED'
  | 'CARRIER_UNAVAILABLE'
  | 'CARRIER_ANSWER_MALFORMED'
  | 'CARRIER_NO_ANSWER'
  | 'NO_CONSENT';

export interface CarrierFailure {
  kind: 'FAILED';
  code: CarrierFailureCode;
  message: string;
  /** The carrier's response, if any, with its status. */
  raw: JsonObject | null;
}

/** The outcome of a carrier request: the raw response, an object, or a failure. */
export type CarrierOutcome = { kind: 'ANSWERED'; raw: JsonObject } | CarrierFailure;

/** `raw` is omitted if there was no response. */
export function carrierFailure(
  code: CarrierFailureCode,
  message: string,
  raw: JsonObject | null = null,
): CarrierFailure {
  return { kind: 'FAILED', code, message, raw };
}

const mostTextKept = 4_000;

/** Reads the text of a response with status 200. */
export function carrierOutcomeOf(status: number, text: string): CarrierOutcome {
  const content = contentOf(text);
  if (isObject(content) && isStorableJson(content)) return { kind: 'ANSWERED', raw: content };
  const problem = 'its response is not a JSON object that can be read';
  return carrierFailure('CARRIER_ANSWER_MALFORMED', problem, rawText(status, text));
}

/** The part of a response that is stored if it is not a JSON object: its beginning, as storable text. */
export function rawText(status: number, text: string): JsonObject {
  const content = contentOf(text);
  if (isObject(content) && isStorableJson(content)) return { status, body: content };
  return { status, body: text.slice(0, mostTextKept).replace(/[\0\p{Cs}]/gu, '\uFFFD') };
}

/** The response, checked against the contract; or the violation. */
export function readCarrierAnswer(raw: JsonObject, currency: string): CarrierAnswer | { problem: string } {
  const result = parsed(carrierAnswerIn(currency), raw, { nullIsAbsence: true });
  if (result === undefined) return { problem: `the response ${tooManyErrors}` };
  if (result.success) return result.data;
  return { problem: sentenceOf(result.error) };
}

function sentenceOf(error: z.ZodError): string {
  const [first, ...others] = faultsIn(error);
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return `${first?.path.join('.') || 'the response'}: ${first?.detail ?? 'is not valid'}${more}`;
}

function contentOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
