import type { WarehouseRow, WarehouseTable } from '../../db/warehouse/warehouse-table.js';
import { ParquetFile, type WrittenFile } from './parquet-file.js';

/** Rows in memory, of one month and of all, in bytes, roughly. */
const mostOfMonth = 24_000_000;
const mostOfAll = 72_000_000;

/** Writes the rows of a table to a file for each month, in whatever order they come, with little of them in memory. */
export class PartitionFiles {
  readonly #files = new Map<string, ParquetFile>();

  constructor(
    private readonly uses: { table: WarehouseTable; pathOf(month: string): string; createdBy: string },
  ) {}

  get months(): string[] {
    return [...this.#files.keys()];
  }

  async add(rows: Iterable<WarehouseRow>): Promise<void> {
    for (const row of rows) {
      const file = await this.#fileOf(row.month as string);
      file.add(row);
      if (file.weight > mostOfMonth) await file.writeGroup();
    }
    await this.#makeRoom();
  }

  /** Ends all files. */
  async finish(): Promise<(WrittenFile & { month: string })[]> {
    const written: (WrittenFile & { month: string })[] = [];
    for (const [month, file] of this.#files) written.push({ month, ...(await file.finish()) });
    return written.sort((one, other) => (one.month < other.month ? -1 : 1));
  }

  /** Closes what is open. May be repeated. */
  async close(): Promise<void> {
    await Promise.all([...this.#files.values()].map((file) => file.close()));
  }

  async #fileOf(month: string): Promise<ParquetFile> {
    const known = this.#files.get(month);
    if (known !== undefined) return known;
    const { table, pathOf, createdBy } = this.uses;
    const made = await ParquetFile.create(pathOf(month), table, createdBy);
    this.#files.set(month, made);
    return made;
  }

  /** Old months get few rows: those of the largest are written. */
  async #makeRoom(): Promise<void> {
    const files = [...this.#files.values()];
    while (files.reduce((sum, { weight }) => sum + weight, 0) > mostOfAll) {
      await files.reduce((largest, file) => (file.weight > largest.weight ? file : largest)).writeGroup();
    }
  }
}
