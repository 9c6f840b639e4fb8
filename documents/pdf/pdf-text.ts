import { getDocumentProxy } from 'unpdf';

/** Pages that are read: more than anybody asks for. */
const mostPages = 300;

/**
 * The text of each page of a PDF, with the lines that it shows; null if it is damaged, or has a password. Runs in a thread: hostile
 * files take time and memory.
 */
export async function pdfText(bytes: Uint8Array): Promise<string[] | null> {
  try {
    const document = await getDocumentProxy(bytes, { verbosity: 0, isEvalSupported: false });
    const pages: string[] = [];
    for (let number = 1; number <= Math.min(document.numPages, mostPages); number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent();
      pages.push(items.map(lineOf).join(''));
    }
    await document.destroy();
    return pages;
  } catch {
    // Errors of the library have no kinds once they left the thread, and all are the file's fault.
    return null;
  }
}

/** A piece of text with the end of its line; marks in the content have none. */
const lineOf = ({ str = '', hasEOL = false }: { str?: string; hasEOL?: boolean }): string =>
  `${str}${hasEOL ? '\n' : ''}`;
