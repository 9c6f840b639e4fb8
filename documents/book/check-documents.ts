import { createHash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import type { BookCheck } from '../../db/book/check-book.js';
import { type BookReading, policyIdOf } from '../../db/book/prepare.js';
import type { Database } from '../../db/database.js';
import { type BookLine, type PlacedFinding, placed, readLine } from '../../domain/book/book-line.js';
import { bookDocument, exportedDocument, type Finding } from '../../domain/book/records.js';
import { plainExtension, uploadTypes } from '../../domain/events/fields/upload-types.js';
import { checkedUpload } from '../making/checked-upload.js';
import type { BookSource } from './book-source.js';

interface DocumentsToCheck {
  db: Database;
  reading: BookReading;
  source: Pick<BookSource, 'bytes'>;
  /** That has seen all policies. */
  check: Pick<BookCheck, 'hasPolicy'>;
}

/** Reads the documents of a book, without loading them: one file at a time. */
export class DocumentsCheck {
  count = 0;
  readonly #files = new Map<string, string>();

  constructor(private readonly uses: DocumentsToCheck) {}

  async add(lines: readonly BookLine[]): Promise<PlacedFinding[]> {
    const findings: PlacedFinding[] = [];
    for (const line of lines) {
      this.count += 1;
      findings.push(
        ...(this.uses.reading.installation === undefined
          ? await this.#brought(line)
          : await this.#exported(line)),
      );
    }
    return findings;
  }

  async #brought(line: BookLine): Promise<PlacedFinding[]> {
    const read = readLine(bookDocument, line);
    if ('findings' in read) return read.findings;
    const { policy, file, name = path.basename(file) } = read.record;
    const findings = [...(await this.#whyNotPolicy(policy)), ...this.#whyNotTwice(line, policy, file)];
    const bytes = await this.uses.source.bytes(file);
    if (bytes === undefined) findings.push({ field: 'file', message: `the book has no file ${file}` });
    else {
      const checked = await uploadOf({ file, name, bytes });
      if ('problem' in checked) findings.push({ field: 'file', message: `${file} ${checked.problem}` });
    }
    return findings.map((each) => placed(line, policy, each));
  }

  /** Its file is as the row says. */
  async #exported(line: BookLine): Promise<PlacedFinding[]> {
    const read = readLine(exportedDocument, line);
    if ('findings' in read) return read.findings;
    const { id, file, policy, row } = read.record;
    const bytes = await this.uses.source.bytes(file);
    const findings = policy === undefined ? [] : await this.#whyNotPolicy(policy);
    if (bytes === undefined) findings.push({ field: 'file', message: `there is no file ${file}` });
    else if (Number(row.size) !== bytes.length) {
      findings.push({ field: 'file', message: `${file} has ${bytes.length} bytes, its row ${row.size}` });
    } else if (createHash('sha256').update(bytes).digest('hex') !== row.sha256) {
      findings.push({ field: 'file', message: `${file} was changed since it was exported` });
    }
    return findings.map((each) => placed(line, id, each));
  }

  async #whyNotPolicy(id: string): Promise<Finding[]> {
    const { db, reading, check } = this.uses;
    if (check.hasPolicy(id)) return [];
    const ownId = reading.installation === undefined ? policyIdOf(reading, id) : id;
    const asked = { id: ownId, issuing_organization_id: reading.places.insurer.id };
    const isHere =
      z.guid().safeParse(ownId).success && (await db('policies').where(asked).first('id')) !== undefined;
    return isHere ? [] : [{ field: 'policy', message: `no policy has the id "${id}"` }];
  }

  #whyNotTwice(line: BookLine, policy: string, file: string): Finding[] {
    const key = JSON.stringify([policy, file]);
    const first = this.#files.get(key);
    this.#files.set(key, first ?? line.place);
    return first === undefined ? [] : [{ field: 'file', message: `${file} is at ${first}, too` }];
  }
}

/** A file of a book as an upload: of the type that its name says. */
export function uploadOf({ file, name, bytes }: { file: string; name: string; bytes: Buffer }) {
  const extension = path.extname(file);
  return checkedUpload({
    name,
    extension,
    mimeType: uploadTypes.get(plainExtension(extension)) ?? '',
    base64EncodedFile: bytes.toString('base64'),
  });
}
