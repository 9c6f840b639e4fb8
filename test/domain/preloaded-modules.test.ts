import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The modules of the workflow bundle: what its entries import as values, and what those import. */
function bundledModules(): ts.SourceFile[] {
  const found = new Map<string, ts.SourceFile>();
  const add = (file: string) => {
    if (found.has(file)) return;
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
    found.set(file, source);
    for (const from of source.statements.flatMap(importedFrom)) {
      if (from.startsWith('.')) add(path.resolve(path.dirname(file), from.replace(/\.js$/, '.ts')));
    }
  };
  for (const entry of ['index', 'interceptors']) add(path.join(root, `workflows/${entry}.ts`));
  return [...found.values()];
}

function importedFrom(statement: ts.Statement): string[] {
  const isImport = ts.isImportDeclaration(statement);
  if (!isImport && !ts.isExportDeclaration(statement)) return [];
  const typesOnly = isImport
    ? statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    : statement.isTypeOnly;
  const from = statement.moduleSpecifier;
  return typesOnly || from === undefined || !ts.isStringLiteral(from) ? [] : [from.text];
}

/** What makes definitions and callers of activities and of the worker, which keep nothing of a run. */
const stateless =
  /^(define(Signal|Query|Update)|proxy(Local)?Activities|proxySinks|defineSearchAttributeKey|activities|localActivities|defaultActions)$/;

/** The state that a module could keep between runs; an empty list for one that keeps none. */
function stateOf(source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    const { line } = source.getLineAndCharacterOfPosition(statement.getStart());
    const place = `${path.relative(root, source.fileName)}:${line + 1}`;
    return keepsState(statement) ? [`${place} ${statement.getText().split('\n')[0]}`] : [];
  });
}

function keepsState(statement: ts.Statement): boolean {
  if (ts.isVariableStatement(statement)) {
    const { flags, declarations } = statement.declarationList;
    return !(flags & ts.NodeFlags.Const) || declarations.some(({ initializer }) => !isConstant(initializer));
  }
  if (ts.isClassDeclaration(statement)) {
    return statement.members.some(
      (member) =>
        ts.isClassStaticBlockDeclaration(member) ||
        (ts.isPropertyDeclaration(member) &&
          !!(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static)),
    );
  }
  return !(
    ts.isImportDeclaration(statement) ||
    ts.isExportDeclaration(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  );
}

function isConstant(node: ts.Expression | undefined): boolean {
  if (node === undefined) return false;
  if (ts.isCallExpression(node)) return stateless.test(node.expression.getText());
  if (ts.isAsExpression(node)) return node.type.getText() === 'const';
  if (ts.isBinaryExpression(node)) return isConstant(node.left) && isConstant(node.right);
  // A global or sticky pattern remembers where it was.
  if (ts.isRegularExpressionLiteral(node)) return !/[gy]\w*$/.test(node.text);
  return ts.isArrowFunction(node) || ts.isStringLiteralLike(node) || ts.isNumericLiteral(node);
}

const problemsIn = (text: string) =>
  stateOf(ts.createSourceFile('module.ts', text, ts.ScriptTarget.ES2022, true));

// They are evaluated once for each worker, so what one keeps, it keeps for all runs.
describe('modules of the workflow bundle', () => {
  it('keep no state of a run', () => {
    const modules = bundledModules();
    expect(modules.map(({ fileName }) => path.relative(root, fileName))).toContain('workflows/event-run.ts');
    expect(modules.flatMap(stateOf)).toEqual([]);
  });

  it.each([
    'let runs = 0;',
    'export const seen = new Map<string, number>();',
    'const list: string[] = [];',
    'const limits = { most: 5 };',
    'class Board { static open = 0; }',
    'seen.clear();',
    'const at = Date.now();',
    'const word = /a/g;',
  ])('would be noticed with %s', (text) => expect(problemsIn(text)).toHaveLength(1));

  it.each(['const most = 5;', 'const limits = { most: 5 } as const;', 'const text = () => [];'])(
    'may have %s',
    (text) => expect(problemsIn(text)).toEqual([]),
  );

  it('are few: the bundle has what workflows use and nothing else of the domain', () => {
    const modules = bundledModules().map(({ fileName }) => path.relative(root, fileName));
    expect(modules.filter((file) => file.startsWith('domain/')).sort()).toEqual([
      'domain/events/refusal.ts',
      'domain/runs/activity-titles.ts',
      'domain/runs/fired-event.ts',
      'domain/runs/workflow-ids.ts',
    ]);
  });
});
