import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { packageRoot } from '../cli/ground/package-info.js';
import { workbookBytes } from '../documents/excel/write-workbook.js';
import type { AnswerMap } from '../domain/intake/answers.js';
import type { RatingTable } from '../domain/rating/tables/table.js';
import { type Figure, figureOf } from './figures.js';
import { perSecondOfCore } from './load.js';
import { autoPlan, autoQuestions, autoRisk, autoTables } from './rating-auto.js';

const effectiveDate = '2027-01-01';
const riskCount = 1_000;
const warmUpMs = 15_000;

/**
 * The auto plan against the same in OpenL Tablets, which needs Java and Maven: ratings in a second of CPU time of all
 * threads of each process, in turns, of a thousand risks whose premiums agree. OpenL calculates in doubles, takes typed
 * values, and does not allocate the premium to the coverages. Its worksheet is the `SpreadsheetResult` of all steps, which
 * has their values, as the service's has until somebody reads its lines.
 */
export async function openlFigures(
  { service, rounds, seconds }: { service: string; rounds: number; seconds: number },
  output: { progress(line: string): void },
): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ioi-openl-'));
  try {
    output.progress('Building the same rules in OpenL Tablets…');
    const risks = Array.from({ length: riskCount }, (_, index) => autoRisk(index));
    await build(folder, risks);
    const openl = await startOpenl(folder);
    try {
      return await compare(openl, risks, { service, rounds, ms: seconds * 1000 }, output);
    } finally {
      openl.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(
  openl: Openl,
  risks: readonly AnswerMap[],
  { service, rounds, ms }: { service: string; rounds: number; ms: number },
  output: { progress(line: string): void },
): Promise<Figure[]> {
  const plan = await autoPlan(service);
  const rate = (answers: AnswerMap, form: Form) => {
    const result = plan.rate({ answers, effectiveDate, keepWorksheet: form !== 'premium' });
    if (result.outcome !== 'QUOTED') throw new Error('A risk is not quoted.');
    // The lines are written when they are read.
    if (form === 'lines' && result.worksheet.length === 0) throw new Error('A risk has no worksheet.');
    return Number(result.premium);
  };
  const theirs = (await openl.ask('check')).split(' ').map(Number);
  const differing = risks.filter((answers, index) => rate(answers, 'premium') !== theirs[index]).length;
  output.progress(`${differing} of ${risks.length} premiums differ.`);
  if (differing > risks.length / 100) throw new Error('The rules are not the same.');
  let next = 0;
  const ours = (form: Form, during: number) =>
    perSecondOfCore(during, () => rate(risks[next++ % risks.length] as AnswerMap, form));
  const figures: Figure[] = [];
  for (const { form, title, goal } of forms) {
    const sides: { service: number[]; floor: number[] } = { service: [], floor: [] };
    const measure = async (during: number) => ({
      service: ours(form, during),
      floor: Number(await openl.ask(`${form === 'premium' ? form : 'worksheet'} ${during}`)),
    });
    await measure(warmUpMs);
    for (let round = 0; round < rounds; round++) {
      const { service, floor } = await measure(ms);
      sides.service.push(service);
      sides.floor.push(floor);
    }
    figures.push(
      figureOf(
        { figure: `openl.${form}`, title: `auto plan on one core, ${title}`, unit: 'quotes/s', goal },
        { service: sides.service, floor: { title: 'OpenL Tablets', values: sides.floor } },
      ),
    );
  }
  return figures;
}

type Form = 'premium' | 'worksheet' | 'lines';

const forms: readonly { form: Form; title: string; goal: number | null }[] = [
  { form: 'premium', title: 'premiums only', goal: 1 },
  { form: 'worksheet', title: 'with worksheet', goal: 0.7 },
  { form: 'lines', title: 'with worksheet, written as lines of text', goal: null },
];

type Cells = (string | number | boolean | null)[];

interface Openl {
  ask(command: string): Promise<string>;
  stop(): void;
}

async function startOpenl(folder: string): Promise<Openl> {
  const classes = ['target/classes', 'target/lib/*']
    .map((each) => path.join(folder, each))
    .join(path.delimiter);
  const files = ['rules.xlsx', 'risks.tsv'].map((file) => path.join(folder, file));
  const child = spawn('java', ['-cp', classes, 'Rate', ...files, effectiveDate], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('OpenL ended.');
    return value;
  };
  // A library of it may say something first.
  while ((await answer()) !== 'ready');
  return {
    ask: (command) => {
      child.stdin.write(`${command}\n`);
      return answer();
    },
    stop: () => child.kill(),
  };
}

async function build(folder: string, risks: readonly AnswerMap[]): Promise<void> {
  const sources = path.join(folder, 'src/main/java');
  await mkdir(sources, { recursive: true });
  await cp(path.join(packageRoot(), 'bench/openl/Rate.java'), path.join(sources, 'Rate.java'));
  await cp(path.join(packageRoot(), 'bench/openl/pom.xml'), path.join(folder, 'pom.xml'));
  await writeFile(path.join(sources, 'Auto.java'), autoClass());
  await writeFile(path.join(folder, 'risks.tsv'), risks.map(rowOf).join('\n'));
  await writeFile(path.join(folder, 'rules.xlsx'), await rulesFile());
  const goals = ['compile', 'dependency:copy-dependencies', '-DoutputDirectory=target/lib'];
  await promisify(execFile)('mvn', ['-q', '-B', ...goals], { cwd: folder }).catch((error: Error) => {
    throw new Error(`Maven and Java 17 build OpenL's side: ${error.message}`);
  });
}

type Question = (typeof autoQuestions)[number];
const field = ({ qid }: Pick<Question, 'qid'>) =>
  qid.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());
const numeric = new Set(['limit.pd', 'limit.med', 'deductible.comp', 'deductible.coll', 'towing']);

function typeOf({ qid, answerType }: Question): 'boolean' | 'double' | 'Date' | 'String' {
  if (answerType === 'BOOLEAN') return 'boolean';
  if (answerType === 'DATE') return 'Date';
  return answerType === 'NUMBER' || answerType === 'MONEY' || numeric.has(qid) ? 'double' : 'String';
}

/** The risk as a Java bean. */
function autoClass(): string {
  const reading = {
    boolean: 'Boolean.parseBoolean(%)',
    double: 'Double.parseDouble(%)',
    Date: 'days.parse(%)',
    String: '%',
  };
  const members = autoQuestions.map((question) => {
    const [name, type] = [field(question), typeOf(question)];
    const getter = `${type === 'boolean' ? 'is' : 'get'}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return `private ${type} ${name}; public ${type} ${getter}() { return ${name}; }`;
  });
  const set = autoQuestions.map(
    (question, at) => `auto.${field(question)} = ${reading[typeOf(question)].replace('%', `row[${at}]`)};`,
  );
  return `import java.util.Date;
public class Auto {
${members.join('\n')}
static Auto of(String[] row, java.text.SimpleDateFormat days) throws Exception {
Auto auto = new Auto();
${set.join('\n')}
return auto;
}
}
`;
}

function rowOf(answers: AnswerMap): string {
  return autoQuestions
    .map(({ qid }) => {
      const entry = answers[qid];
      return entry?.type === 'ANSWER' ? entry.answer : '';
    })
    .join('\t');
}

/** OpenL's rules: a decision table for each column of a table, and a spreadsheet with a cell for each step. */
function rulesFile(): Promise<Buffer> {
  const rows: Cells[] = [];
  const add = (header: string, table: Cells[]) => rows.push([], [header], ...table);
  for (const [name, table] of Object.entries(autoTables)) {
    table.columns.forEach(({ name: column, type }, index) => {
      const parameters = table.keys.map(
        (key) => `${key.type === 'number' ? 'Double' : 'String'} ${key.name}`,
      );
      add(
        `SmartRules ${type === 'text' ? 'String' : 'Double'} ${name}${capital(column)}(${parameters.join(', ')})`,
        [[...table.keys.map(({ name }) => capital(name)), 'Result'], ...rowsOf(table, index)],
      );
    });
  }
  const cells = steps.map(([name, formula]): Cells => [name, `= ${formula}`]);
  const parameters = '(Auto auto, Date effectiveDate)';
  add(`Spreadsheet SpreadsheetResult worksheet${parameters}`, [['Step', 'Value'], ...cells]);
  const returned = [...cells.slice(0, -1), ['RETURN', cells.at(-1)?.[1] ?? '']];
  add(`Spreadsheet Double premium${parameters}`, [['Step', 'Value'], ...returned]);
  const written = rows.map((row) => row.map((content) => ({ content })));
  return workbookBytes({ sheets: [{ name: 'Rules', widths: [], frozenRows: 0, rows: written }] });
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

function rowsOf({ keys, rows }: RatingTable, column: number): Cells[] {
  return rows.map((row) => [
    ...keys.map(({ match }, key) => {
      const cell = row[key];
      if (cell === '*' || cell === 'otherwise') return '';
      if (!Array.isArray(cell)) return cell ?? '';
      if (match !== 'range') return cell.join(', ');
      return cell[1] === null ? `>= ${cell[0]}` : `[${cell[0]}; ${cell[1]})`;
    }),
    row[keys.length + column] as string | number,
  ]);
}

const codes = ['Bi', 'Pd', 'Med', 'Um', 'Comp', 'Coll'] as const;

/** The plan's steps: each look-up, derived value and step of a coverage is a cell. */
const steps: [name: string, formula: string][] = [
  ...codes.map((code): [string, string] => [`Base${code}`, `states${code}(auto.clientState)`]),
  ['Territory', 'zipsTerritory(auto.clientState, substring(auto.clientZipcode, 0, 3))'],
  ...codes.map((code): [string, string] => [`Territory${code}`, `territories${code}($Territory)`]),
  ['Age', 'dateDif(auto.driverBirthDate, effectiveDate, "Y")'],
  ['Years', 'dateDif(auto.driverLicenseDate, effectiveDate, "Y")'],
  ['ModelAge', 'year(effectiveDate) - auto.vehicleYear'],
  ['Points', 'auto.driverViolations + auto.driverMajors * 3 + auto.driverAccidents * 2'],
  ['AgeLiability', 'agesLiability(auto.driverMarital, $Age)'],
  ['PointsLiability', 'pointsLiability($Points)'],
  ['AgeCollision', 'agesCollision(auto.driverMarital, $Age)'],
  ['PointsCollision', 'pointsCollision($Points)'],
  ['Licensed', 'licensedFactor($Years)'],
  ['Use', 'usesFactor(auto.vehicleUse)'],
  ['Mileage', 'mileageFactor(auto.vehicleMiles)'],
  ['Prior', 'priorFactor(auto.prior)'],
  ['Credit', 'creditFactor(auto.credit)'],
  ['Education', 'educationFactor(auto.education)'],
  ['Occupation', 'occupationsFactor(auto.occupation)'],
  ['SymbolComp', 'symbolsComp(auto.vehicleCost)'],
  ['ModelComp', 'modelsComp($ModelAge)'],
  ['SymbolColl', 'symbolsColl(auto.vehicleCost)'],
  ['ModelColl', 'modelsColl($ModelAge)'],
  ['Student', 'auto.driverStudent and $Age < 25 ? 0.88 : 1.0'],
  ['Course', 'auto.driverCourse ? 0.95 : 1.0'],
  ['Filing', 'auto.driverFiling ? 1.15 : 1.0'],
  ['Safety', 'auto.vehicleAirbags and auto.vehicleBrakes ? 0.9 : 1.0'],
  ['Several', 'auto.vehicles > 1 ? 0.88 : 1.0'],
  ['Insured', '$Prior * $Credit * $Education * $Occupation'],
  ['Driving', '$Licensed * $Student * $Course * $Filing'],
  ['Liability', '$AgeLiability * $PointsLiability * $Driving * $Insured'],
  ['Collision', '$AgeCollision * $PointsCollision * $Driving * $Insured'],
  ['Usage', '$Use * $Mileage * $Several'],
  ...(['Bi', 'Pd'] as const).flatMap((code) =>
    inTurn(code, [
      `$Base${code}`,
      `* $Territory${code}`,
      '* $Liability',
      '* $Usage',
      `* ${code.toLowerCase()}LimitsFactor(auto.limit${code})`,
    ]),
  ),
  ...(['Med', 'Um'] as const).flatMap((code) =>
    inTurn(code, [
      `$Base${code}`,
      `* $Territory${code} * $Safety`,
      `* ${code.toLowerCase()}LimitsFactor(auto.limit${code})`,
    ]),
  ),
  ...inTurn('Comp', [
    '$BaseComp',
    '* $TerritoryComp * $SymbolComp * $ModelComp',
    '* compDeductiblesFactor(auto.deductibleComp)',
    '* antiTheftFactor(auto.vehicleAntiTheft)',
  ]),
  ...inTurn('Coll', [
    '$BaseColl',
    '* $TerritoryColl * $SymbolColl * $ModelColl',
    '* collDeductiblesFactor(auto.deductibleColl)',
    '* $Collision * $Usage',
  ]),
  ['Rental', 'rentalPremium(auto.rental)'],
  ['Towing', '$Rental + towingPremium(auto.towing)'],
  ['Sum', '$Bi + $Pd + $Med + $Um + $Comp + $Coll + $Towing'],
  ['Payment', '$Sum * paymentsFactor(auto.payment)'],
  ['Discounts', '$Payment * ((auto.homeowner ? 0.97 : 1.0) * (auto.otherPolicy ? 0.95 : 1.0))'],
  ['Least', 'max($Discounts, 250.0)'],
  ['Fee', 'statesFee(auto.clientState)'],
  ['Premium', 'round($Least, 0)'],
];

/** The steps of a coverage, the last one in whole dollars. */
function inTurn(code: string, parts: string[]): [string, string][] {
  const named = parts.map((part, index): [string, string] => [
    `${code}${index + 1}`,
    index === 0 ? part : `$${code}${index} ${part}`,
  ]);
  return [...named, [code, `round($${code}${parts.length}, 0)`]];
}
