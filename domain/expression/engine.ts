import { Compiler, defaultMethods, LogicEngine } from 'json-logic-engine';
import type { Logic } from './normalize.js';
import { allOf, anyOf, type Operand, operators, truth } from './operators.js';
import type { Scope } from './scope.js';
import { Dec } from './value.js';

/** What json-logic-engine hands an operator that compiles itself. */
interface BuildState {
  values: unknown[];
}

/** Compiles a normalized expression to a function of the scope, through json-logic-engine. */
export function buildLogic(logic: Logic): (scope: Scope) => Operand {
  const built: unknown = engine.build(logic);
  return typeof built === 'function' ? (built as (scope: Scope) => Operand) : () => built as Operand;
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
  created.addMethod('decimal', (operands: string[]) => new Dec(operands[0] ?? ''), { deterministic: true });
  created.addMethod('known', (operands: Operand[]) => operands[0] !== null, { deterministic: true });
  created.addMethod('unknown', (operands: Operand[]) => operands[0] === null, { deterministic: true });
  addReading(created, 'answer', (name) => `context.answer(${name})`);
  addReading(created, 'answered', (name) => `(context.answer(${name}) !== null)`);
  addReading(created, 'value', (name) => `context.value(${name})`);
  addIterationCount(created);
  addDeciding(created, 'and', allOf);
  addDeciding(created, 'or', anyOf);
  return created;
}

function addReading(to: LogicEngine, name: string, code: (quotedName: string) => string): void {
  addCompiled(to, name, ([operand]) => code(JSON.stringify(operand)));
}

function addIterationCount(to: LogicEngine): void {
  addCompiled(to, 'iterations', ([name], state) => {
    const count = (scope: Scope) => new Dec(scope.iterationCount(String(name)));
    return `values[${state.values.push(count) - 1}](context)`;
  });
}

/** `and` and `or` compile each operand to a function, so that what is decided early is not computed. */
function addDeciding(to: LogicEngine, name: string, decide: typeof allOf): void {
  addCompiled(to, name, (operands, state) => {
    const thunks = operands.map((operand) => `(context) => (${Compiler.buildString(operand, state)})`);
    return `values[${state.values.push(decide) - 1}]([${thunks.join(', ')}], context)`;
  });
}

/** An operator that only ever runs compiled, and is never folded to a constant. */
function addCompiled(
  to: LogicEngine,
  name: string,
  compile: (operands: Logic[], state: BuildState) => string,
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
