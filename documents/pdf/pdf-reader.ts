import { JobTooLarge, type ThreadFunction, type ThreadPool } from '../threads/thread-pool.js';
import type { pdfText } from './pdf-text.js';

const inThread: ThreadFunction<typeof pdfText> = {
  file: new URL('./pdf-text.js', import.meta.url),
  name: 'pdfText',
  // Declarations of three pages take a second, with the loading of the library.
  cpuSeconds: 20,
};

/** Reads the texts of PDFs, whoever made them. */
export class PdfReader {
  constructor(private readonly threads: ThreadPool) {}

  /** The text of each page; undefined if it is no PDF that can be read, or takes too much time or memory. */
  async pages(organizationId: string, bytes: Uint8Array): Promise<string[] | undefined> {
    try {
      return (await this.threads.run(inThread, organizationId, bytes)) ?? undefined;
    } catch (error) {
      if (error instanceof JobTooLarge) return undefined;
      throw error;
    }
  }
}
