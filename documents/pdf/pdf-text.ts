import { getDocumentProxy } from 'unpdf';

/** Pages that are read: more than anybody asks for. */
const mostPages = 300;

/** A piece of text, or a mark of the document's structure. The library's own types are not found. */
interface Item {
  str?: string;
  hasEOL?: boolean;
}

/**
 * The text of each page of a PDF, with the lines that it shows; null if it is damaged, or has a password. Runs in a thread: hostile
 * files take time and memory.
 */
export async function pdfText(bytes: Uint8Array): Promise<string[] | null> {
  try {
    const document = await getDocumentProxy(bytes, { verbosity: 0, isEvalSupported: false });
    const pages: string[] = [];
    for (let number = 1; number <= Math.min(document.numPages, mostPages); number += 1) {
      const { items }: { items: readonly Item[] } = await (await document.getPage(number)).getTextContent();
      pages.push(items.map(({ str = '', hasEOL = false }) => `${str}${hasEOL ? '\n' : ''}`).join(''));
    }
    await document.destroy();
    return pages;
  } catch {
    // Errors of the library have no kinds once they left the thread, and all are the file's fault.
    return null;
  }
}
