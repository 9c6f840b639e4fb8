import { isObject, type Json, type JsonObject } from '../ground/json.js';

/** As many as an answer tells. */
const most = 10;

/** The object that a value of an answer is; one without members if it is none. */
export const objectOf = (value: Json | undefined): JsonObject =>
  isObject(value) ? (value as JsonObject) : {};

/** The objects of a list in an answer: the first ones. */
export const listOf = (value: Json | undefined): JsonObject[] =>
  ((Array.isArray(value) ? value.filter(isObject) : []) as JsonObject[]).slice(0, most);
