import { Decimal } from '../../expression/index.js';
import { operatorOf } from './translate.js';

const infix: ReadonlyMap<string, { sign: string; binds: number }> = new Map([
  ['or', { sign: 'or', binds: 1 }],
  ['and', { sign: 'and', binds: 2 }],
  ['==', { sign: '=', binds: 3 }],
  ['!=', { sign: '≠', binds: 3 }],
  ['<', { sign: '<', binds: 3 }],
  ['<=', { sign: '≤', binds: 3 }],
  ['>', { sign: '>', binds: 3 }],
  ['>=', { sign: '≥', binds: 3 }],
  ['in', { sign: 'in', binds: 3 }],
  ['+', { sign: '+', binds: 4 }],
  ['-', { sign: '−', binds: 5 }],
  ['*', { sign: '×', binds: 6 }],
  ['/', { sign: '÷', binds: 7 }],
  ['%', { sign: 'mod', binds: 7 }],
  ['power', { sign: '^', binds: 8 }],
]);

/** An expression or condition of the plan in mathematical notation: `(revenue − bandFrom) ÷ 1000`. */
export function expressionText(expression: unknown, within = 0): string {
  if (typeof expression === 'number') return Decimal.of(expression).toFixed();
  if (typeof expression === 'string') return expression === '' ? '""' : expression;
  if (typeof expression === 'boolean') return expression ? 'yes' : 'no';
  if (expression === null || expression === undefined) return 'nothing';
  if (Array.isArray(expression)) return `[${expression.map((item) => expressionText(item)).join(', ')}]`;
  const part = operatorOf(expression);
  return part ? operationText(part.operator, part.operands, within) : '';
}

function operationText(operator: string, operands: unknown[], within: number): string {
  const [first] = operands;
  switch (operator) {
    case 'answer':
    case 'value':
      return String(first);
    case 'iterations':
      return `number of ${String(first)}`;
    case 'answered':
      return `${String(first)} is answered`;
    case '!':
      return `not ${expressionText(first, 8)}`;
    default:
  }
  const known = infix.get(operator);
  if (!known || operands.length < 2) {
    return `${operator}(${operands.map((operand) => expressionText(operand)).join(', ')})`;
  }
  const text = operands.map((operand) => expressionText(operand, known.binds)).join(` ${known.sign} `);
  return within >= known.binds ? `(${text})` : text;
}
