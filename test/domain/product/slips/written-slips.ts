import {
  at,
  isMap,
  type Json,
  misspelt,
  operationOf,
  type Path,
  placesIn,
  replaced,
  type Slip,
} from './walk.js';

/** Maps whose keys are the author's names or operators. */
const openMaps =
  /^(tables|ratingPlans|rules|styles|values|response|keys|body|payload|when|condition|by|value|amount)$/;

/** Fields with a list of choices in the language. */
const choices: ReadonlySet<string> = new Set([
  ...['op', 'apply', 'mode', 'outcome', 'answerType', 'match', 'hitPolicy', 'term', 'clientType', 'kind'],
  ...['method', 'plan', 'look', 'alignment', 'interpolate', 'taxesAndFees', 'purpose', 'onComponentDeclined'],
]);

/** Slips in the words of the language: keys, kinds, operators and references. */
export function writtenSlips(content: Json): Slip[] {
  return [...placesIn(content)].flatMap(({ value, path }) => {
    if (isExpression(path)) return inExpression(value, path);
    const key = path.at(-1);
    if (typeof value === 'number' || typeof value === 'boolean') return inType(value, path);
    if (typeof value === 'string' && typeof key === 'string')
      return [...inType(value, path), ...inField(key, value, path, String(at(content, ['product', 'id'])))];
    return isMap(value) && !openMaps.test(String(key)) ? inKeys(value, path) : [];
  });
}

/** Within conditions and formulas, up to their operators. */
function isExpression(path: Path): boolean {
  return path.some((part) => /^(when|condition|by|value|amount|scopeLabel|keys)$/.test(String(part)));
}

/** Values of another type than the field's; the cells of tables have slips of their own. */
function inType(value: string | number | boolean, path: Path): Slip[] {
  const isField =
    typeof path.at(-1) === 'string' && path[0] !== 'tables' && !openMaps.test(String(path.at(-2)));
  if (!isField) return [];
  const empty = replaced('value left out', path, null);
  if (typeof value === 'string') return [empty, replaced('number for a text', path, 1)];
  if (typeof value === 'boolean') return [empty, replaced('yes for true', path, 'yes')];
  return [
    empty,
    replaced('unit behind a number', path, `${value} days`),
    replaced('number as a list', path, [value]),
  ];
}

function inKeys(map: object, path: Path): Slip[] {
  return Object.keys(map).map((key) => ({
    kind: path.at(-1) === 'events' ? 'misspelt event' : 'misspelt key',
    what: `${[...path, key].join('.')} → ${misspelt(key)}`,
    plant(content) {
      const around = path.reduce<Json>(
        (value, part) => (value as Record<string, Json>)[part] as Json,
        content,
      );
      const written = around as Record<string, Json>;
      written[misspelt(key)] = written[key] as Json;
      delete written[key];
    },
  }));
}

function inField(key: string, value: string, path: Path, other: string): Slip[] {
  if (choices.has(key) && !/^(forms|ratingPlans)\.[^.]+\.plan$/.test(path.join('.'))) {
    return [replaced(`unknown ${key}`, path, misspelt(value))];
  }
  if (key === 'table' || key === 'column' || key === 'loop') {
    return [replaced(`unknown ${key}`, path, misspelt(value))];
  }
  if (key === 'currency') return [replaced('unknown currency', path, 'USX')];
  if (key === 'locale') return [replaced('unknown language', path, 'english')];
  if (key === 'pattern') return [replaced('unknown placeholder', path, value.replace(/\{[ys]/, '{x'))];
  if (key === 'qid') return [replaced('space around a question id', path, `${value} `)];
  if (path[0] === 'forms' && value.includes('{{')) {
    const inSingle = value.replace(/\{\{([^{}]*)\}\}/g, '{$1}');
    return /\{[^|{}]*\.[^{}]*\}/.test(inSingle) ? [replaced('value in single braces', path, inSingle)] : [];
  }
  if (key === 'id' && path[2] === 'events' && path.length === 6) {
    return [replaced('id of another thing', path, other), replaced('no UUID', path, value.slice(1))];
  }
  if (key === 'formConfigId' && path.includes('configurations')) {
    const unknown = value.startsWith('0') ? `1${value.slice(1)}` : `0${value.slice(1)}`;
    return [replaced('unknown form', path, unknown)];
  }
  return [];
}

function inExpression(value: Json, path: Path): Slip[] {
  const operation = operationOf(value);
  const key = path.at(-1);
  if (!operation || key === 'keys') return [];
  const [operator, [name]] = operation;
  if (
    /^[a-zA-Z]\w{2,}$/.test(operator) &&
    typeof name === 'string' &&
    /^(answer|iterations|answered)$/.test(operator)
  ) {
    return [replaced('unknown question', [...path, operator], misspelt(name))];
  }
  if (operator === 'value' && typeof name === 'string') {
    return path.includes('forms') ? [] : [replaced('unknown value', [...path, operator], misspelt(name))];
  }
  if (!/^[a-zA-Z]{3,}$/.test(operator)) return [];
  return [replaced('unknown operator', path, { [misspelt(operator)]: operation[1] })];
}
