import { Compiler, defaultMethods, LogicEngine } from 'json-logic-engine';
import { isReferenceOperator, type Logic } from './normalize.js';
import { allOf, anyOf, type Operand, operators, truth } from './operators.js';
import { type Readers, readerOf } from './readers.js';
import { decimalOf } from './scaled.js';

/** The state that json-logic-engine passes to an operator that compiles itself. */
interface BuildState {
  values: unknown[];
}

/** Compiles a normalized expression to a function of the scope, with json-logic-engine. */
export function buildLogic<S>(logic: Logic, readers: Readers<S>): (scope: S) => Operand {
  const built: unknown = engine.build(withReaders(logic, readers));
  return typeof built === 'function' ? (built as (scope: S) => Operand) : () => built as Operand;
}

/** The expression with each reference replaced by its reader, as an operand of the operator `read`. */
function withReaders<S>(logic: Logic, readers: Readers<S>): unknown {
  if (logic === null || typeof logic !== 'object') return logic;
  if (Array.isArray(logic)) return logic.map((item) => withReaders(item, readers));
  return Object.fromEntries(
    Object.entries(logic).map(([operator, operands]) => {
      const [name] = operands;
      if (!isReferenceOperator(operator) || typeof name !== 'string') {
        return [operator, operands.map((operand) => withReaders(operand, readers))];
      }
      const read = readerOf({ operator, name }, readers);
      return ['read', [operator === 'answered' ? (scope: S) => read(scope) !== null : read]];
    }),
  );
}

const engine = createEngine();

function createEngine(): LogicEngine {
  const created = new LogicEngine(
    { if: defaultMethods.if, '??': defaultMethods['??'] },
    { disableInterpretedOptimization: true },
  );
  created.truthy = (value: Operand | undefined) => truth(value) === true;
  for (const [name, operator] of Object.entries(operators)) {
    created.addMethod(name, (operands: Operand[]) => operator(operands), { deterministic: true });
  }
  created.addMethod('decimal', (operands: string[]) => decimalOf(operands[0] ?? ''), { deterministic: true });
  created.addMethod('known', (operands: Operand[]) => operands[0] !== null, { deterministic: true });
  created.addMethod('unknown', (operands: Operand[]) => operands[0] === null, { deterministic: true });
  addCompiled(created, 'read', ([read], state) => `values[${state.values.push(read) - 1}](context)`);
  addDeciding(created, 'and', allOf);
  addDeciding(created, 'or', anyOf);
  return created;
}

/** `and` and `or` compile each operand to a function, to compute none after the decisive one. */
function addDeciding(to: LogicEngine, name: string, decide: typeof allOf): void {
  addCompiled(to, name, (operands, state) => {
    const thunks = operands.map((operand) => `(context) => (${Compiler.buildString(operand, state)})`);
    return `values[${state.values.push(decide) - 1}]([${thunks.join(', ')}], context)`;
  });
}

/** An operator that runs only compiled and is never folded to a constant. */
function addCompiled(
  to: LogicEngine,
  name: string,
  compile: (operands: unknown[], state: BuildState) => string,
): void {
  const method = {
    method: () => {
      throw new Error(`"${name}" runs compiled only`);
    },
    lazy: true,
    deterministic: false,
    compile,
  };
  to.addMethod(name, method, { deterministic: false });
}
