import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { RiskSource } from '../../documents/impact/risk-source.js';
import { streamCsv } from '../../documents/product-files/csv.js';
import { filesOnDisk } from '../../documents/product-files/file-access.js';
import { readTextFile } from '../../documents/product-files/read-definition.js';
import { SheetError } from '../../documents/product-files/sheet-error.js';
import { UnusableFile } from '../../documents/product-files/unusable-file.js';
import { caseColumnsOf, caseContent, lineOf } from '../../domain/cases/case-columns.js';
import type { CaseIssue } from '../../domain/cases/read-cases.js';
import { type Path, readLocatedTexts } from '../../domain/ground/located-yaml.js';
import type { IntakeIssue, WrittenIntake } from '../../domain/impact/rating-job.js';
import type { QuestionTypes } from '../../domain/questions/question-types.js';
import type { SheetRow } from '../../domain/rating/tables/sheet.js';

/** Intakes of a file. */
export interface IntakeSource extends RiskSource {
  /** The place of a problem in the file. */
  placeOf(issue: IntakeIssue): CaseIssue;
}

const atATime = 200;

/**
 * The intakes of a file: `.csv`, read as a stream, `.xlsx`, or a list in YAML or JSON. Columns and keys are those
 * of cases.
 *
 * @throws UnusableFile on reading, if it cannot be read or a column is unknown.
 */
export function intakeSource(file: string, questions: QuestionTypes): IntakeSource {
  const source = /\.(csv|xlsx)$/i.test(file) ? sheetSource(file, questions) : listSource(file);
  return {
    ...source,
    noun: 'intakes',
    jobs: async function* () {
      let written: WrittenIntake[] = [];
      for await (const one of source.intakes()) {
        written.push(one);
        if (written.length < atATime) continue;
        yield { written };
        written = [];
      }
      if (written.length > 0) yield { written };
    },
  };
}

interface Intakes {
  count(): Promise<number>;
  intakes(): AsyncGenerator<WrittenIntake>;
  placeOf: IntakeSource['placeOf'];
}

function sheetSource(file: string, questions: QuestionTypes): Intakes {
  let columns: { path: (string | number)[]; number: number }[] = [];
  const rows = file.toLowerCase().endsWith('.csv') ? () => csvRows(file) : () => workbookRows(file);
  return {
    count: () => lineCount(file),
    intakes: async function* () {
      let isHeader = true;
      try {
        for await (const row of rows()) {
          if (isHeader) columns = checkedColumns(file, row, questions);
          else yield { written: caseContent(row.cells, columns), line: lineOf(row) };
          isHeader = false;
        }
      } catch (error) {
        if (error instanceof SheetError) throw new UnusableFile(file, error.message);
        throw error;
      }
      if (isHeader) throw new UnusableFile(file, 'it is empty: the first row names the columns');
    },
    placeOf: ({ line, path, message }) => {
      const at = (wanted: Path) =>
        columns.find((one) => wanted.every((part, place) => one.path[place] === part));
      return { line, column: (path.length > 0 ? at(path)?.number : undefined) ?? 1, message };
    },
  };
}

/** What a case expects is not wanted. */
function checkedColumns(file: string, header: SheetRow, questions: QuestionTypes) {
  const issues: CaseIssue[] = [];
  const columns = caseColumnsOf(header, questions, issues);
  if (issues.length > 0) throw new UnusableFile(file, issues);
  return columns.filter(({ path }) => path[0] !== 'expect');
}

async function* csvRows(file: string): AsyncGenerator<SheetRow> {
  await mustBeFile(file);
  yield* streamCsv(createReadStream(file));
}

async function* workbookRows(file: string): AsyncGenerator<SheetRow> {
  // The library for workbooks takes long to load.
  const { readWorkbook } = await import('../../documents/product-files/workbook.js');
  const [sheet = []] = (await readWorkbook(await filesOnDisk.read(file))).values();
  yield* sheet;
}

function listSource(file: string): Intakes {
  let at: ReturnType<typeof readLocatedTexts>['at'] = () => ({ line: 1, column: 1 });
  const read = async (): Promise<unknown[]> => {
    const yaml = readLocatedTexts(await readTextFile(file));
    at = yaml.at;
    const { content, malformed } = yaml;
    if (malformed) throw new UnusableFile(file, [{ message: malformed.message, ...malformed.place }]);
    if (Array.isArray(content)) return content;
    throw new UnusableFile(file, [
      { message: 'must be a list of intakes, each as a case', line: 1, column: 1 },
    ]);
  };
  let known: Promise<unknown[]> | undefined;
  return {
    count: async () => {
      known = read();
      return (await known).length;
    },
    intakes: async function* () {
      known ??= read();
      // Their number takes the place of the line, which takes long to find.
      for (const [index, written] of (await known).entries()) yield { written, line: index + 1 };
    },
    placeOf: ({ line, path, message }) => ({ ...at([line - 1, ...path], true), message }),
  };
}

async function mustBeFile(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found === null) throw new SheetError('there is no such file');
  if (!found.isFile()) throw new SheetError('it is a folder');
}

/** The lines of a CSV file; 0 for a workbook, which has none, and for a file that cannot be read. */
async function lineCount(file: string): Promise<number> {
  if (!file.toLowerCase().endsWith('.csv')) return 0;
  let lines = 0;
  try {
    for await (const chunk of createReadStream(file)) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
    }
  } catch {
    // Reading the rows reports it.
    return 0;
  }
  return Math.max(0, lines - 1);
}
