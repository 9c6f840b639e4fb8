/** A parsed formula of a spreadsheet. */
export type Expression =
  | { kind: 'value'; value: number | string | boolean }
  | { kind: 'range'; sheet: string; from: Place; to: Place }
  | { kind: 'call'; name: string; operands: Expression[] };

export interface Place {
  row: number;
  column: number;
}

const token =
  /\s*(?:(\d+(?:\.\d+)?(?:E[+-]?\d+)?)|"((?:[^"]|"")*)"|((?:'(?:[^']|'')+'!)?\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)(?![A-Z(])|([A-Z]+)(?=\()|(TRUE|FALSE)|(<>|<=|>=|[-+*/&<>=(),]))/y;

/** The binary operators, from those that bind least. */
const levels = [['=', '<>', '<', '<=', '>', '>='], ['&'], ['+', '-'], ['*', '/']];

/** Parses what formulas of worksheets are made of. @param home the sheet of cells without one. */
export function parseFormula(text: string, home: string): Expression {
  const tokens = tokensOf(text);
  let at = 0;
  const isNext = (sign: string) => tokens[at]?.sign === sign;
  const expect = (sign: string) => {
    if (!isNext(sign)) throw new Error(`expected ${sign} in ${text}`);
    at += 1;
  };
  const list = (): Expression[] => {
    const items: Expression[] = [];
    while (!isNext(')')) {
      items.push(binary(0));
      if (isNext(',')) at += 1;
    }
    expect(')');
    return items;
  };
  const primary = (): Expression => {
    const next = tokens[at++];
    if (next?.value !== undefined) return { kind: 'value', value: next.value };
    if (next?.range !== undefined) return rangeOf(next.range, home);
    if (next?.name !== undefined) {
      expect('(');
      return { kind: 'call', name: next.name, operands: list() };
    }
    if (next?.sign === '-') return { kind: 'call', name: 'negative', operands: [primary()] };
    if (next?.sign !== '(') throw new Error(`unexpected ${JSON.stringify(next)} in ${text}`);
    const items = list();
    return items.length === 1 && items[0] ? items[0] : { kind: 'call', name: 'union', operands: items };
  };
  const binary = (level: number): Expression => {
    const signs = levels[level];
    if (!signs) return primary();
    let left = binary(level + 1);
    for (let sign = tokens[at]?.sign; sign !== undefined && signs.includes(sign); sign = tokens[at]?.sign) {
      at += 1;
      left = { kind: 'call', name: sign, operands: [left, binary(level + 1)] };
    }
    return left;
  };
  const parsed = binary(0);
  if (at < tokens.length) throw new Error(`more than a formula: ${text}`);
  return parsed;
}

interface Token {
  value?: number | string | boolean;
  range?: string;
  name?: string;
  sign?: string;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const start = token.lastIndex;
    const [, number, quoted, range, name, boolean, sign] = token.exec(text) ?? [];
    if (number !== undefined) tokens.push({ value: Number(number) });
    else if (quoted !== undefined) tokens.push({ value: quoted.replaceAll('""', '"') });
    else if (range !== undefined) tokens.push({ range });
    else if (name !== undefined) tokens.push({ name });
    else if (boolean !== undefined) tokens.push({ value: boolean === 'TRUE' });
    else if (sign !== undefined) tokens.push({ sign });
    else throw new Error(`cannot read ${text.slice(start, start + 40)}`);
  }
  return tokens;
}

function rangeOf(text: string, home: string): Expression {
  const bang = text.lastIndexOf('!');
  const sheet = bang === -1 ? home : text.slice(1, bang - 1).replaceAll("''", "'");
  const [from = '', to = from] = text
    .slice(bang + 1)
    .replaceAll('$', '')
    .split(':');
  return { kind: 'range', sheet, from: placeOf(from), to: placeOf(to) };
}

function placeOf(cell: string): Place {
  const letters = cell.replace(/\d+$/, '');
  const column = [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: Number(cell.slice(letters.length)), column };
}
