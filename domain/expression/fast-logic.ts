import { equalValues } from './comparison.js';
import type { Logic } from './normalize.js';
import { allOf, anyOf, type Operand, operators } from './operators.js';
import type { Scope } from './scope.js';
import { Dec, type Value } from './value.js';

type Compute = (scope: Scope) => Operand;

/**
 * Plain closures for the shapes most expressions have: constants, a single answer or value, and one operator
 * over such. They save the engine's argument arrays. Null where the engine has to do it.
 */
export function fastLogic(logic: Logic): Compute | null {
  if (logic === null || typeof logic !== 'object') return () => logic;
  if (Array.isArray(logic)) return null;
  const [entry] = Object.entries(logic);
  if (!entry) return null;
  const [operator, operands] = entry;
  return reading(operator, operands) ?? listMembership(operator, operands) ?? binary(operator, operands);
}

function reading(operator: string, [name]: Logic[]): Compute | null {
  if (typeof name !== 'string') return null;
  switch (operator) {
    case 'decimal': {
      const constant = new Dec(name);
      return () => constant;
    }
    case 'answer':
      return (scope) => scope.answer(name);
    case 'value':
      return (scope) => scope.value(name);
    case 'answered':
      return (scope) => scope.answer(name) !== null;
    default:
      return null;
  }
}

function listMembership(operator: string, [item, list]: Logic[]): Compute | null {
  if (operator !== 'in' || item === undefined || !Array.isArray(list)) return null;
  const needle = simple(item);
  const members = list.map((member) => constantOf(member));
  if (!needle || members.includes(null)) return null;
  const texts = new Set(members.filter((member) => typeof member === 'string'));
  const others = members.filter((member) => member !== null);
  return (scope) => {
    const value = needle(scope);
    if (value === null) return null;
    if (typeof value === 'string' && texts.has(value)) return true;
    return others.some((member) => equalValues(member, value));
  };
}

function binary(operator: string, operands: Logic[]): Compute | null {
  if (operator === 'and' || operator === 'or') return deciding(operator, operands);
  const operate = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  const [first, second] = operands;
  if (!operate || first === undefined || operands.length > 2) return null;
  const a = simple(first);
  if (!a) return null;
  if (second === undefined) return (scope) => operate([a(scope)]);
  const b = simple(second);
  return b && ((scope) => operate([a(scope), b(scope)]));
}

/** `and` and `or` of fast conditions, operands computed only as far as needed. */
function deciding(operator: 'and' | 'or', operands: Logic[]): Compute | null {
  const parts = operands.map(fastLogic);
  if (!parts.every((part) => part !== null)) return null;
  const decide = operator === 'and' ? allOf : anyOf;
  return (scope) => decide(parts, scope);
}

/** A constant or a single reading. */
function simple(logic: Logic): Compute | null {
  if (Array.isArray(logic)) return null;
  if (logic === null || typeof logic !== 'object') return () => logic;
  const [entry] = Object.entries(logic);
  return entry ? reading(entry[0], entry[1]) : null;
}

function constantOf(logic: Logic): Value | null {
  if (typeof logic === 'string' || typeof logic === 'boolean') return logic;
  if (logic === null || Array.isArray(logic)) return null;
  const literal = logic.decimal?.[0];
  return typeof literal === 'string' ? new Dec(literal) : null;
}
