declare module 'fast-formula-parser' {
  interface Reference {
    sheet: string;
    row: number;
    col: number;
  }
  interface Range {
    sheet: string;
    from: { row: number; col: number };
    to: { row: number; col: number };
  }
  interface Options {
    functions?: Record<string, (...values: { value: unknown }[]) => unknown>;
    onCell(reference: Reference): unknown;
    onRange(range: Range): unknown[][];
  }
  /** Finds what a formula refers to. */
  class DepParser {
    parse(formula: string, position: Reference): (Reference | Range)[];
  }
  class FormulaParser {
    static DepParser: typeof DepParser;
    constructor(options: Options);
    parse(formula: string, position: Reference): unknown;
  }
  export = FormulaParser;
}
