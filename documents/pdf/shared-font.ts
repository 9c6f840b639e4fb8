import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { fromRight, mirrored } from './directions.js';

// The copy of fontkit that pdfkit has loaded: an import would load a second one, and register nothing here.
const { openSync, registerFormat } = createRequire(import.meta.url)('fontkit') as typeof import('fontkit');

/** A font file that is opened and decoded once for all documents of a thread. */
export class SharedFont {
  /** Stands for the file where pdfkit expects its content. */
  readonly handle: Uint8Array;
  readonly #file: string;
  #opened: Font | undefined;

  constructor(file: string) {
    this.#file = file;
    this.handle = new TextEncoder().encode(`shared font ${file}`);
    shared.set(this.handle, this);
  }

  has(codePoint: number): boolean {
    return this.#open().hasGlyphForCodePoint(codePoint);
  }

  /**
   * The font for one document. It shares the decoded tables, which is most of the work, but not the glyphs: a
   * glyph remembers the characters that it was first used for, which would show in the texts of later
   * documents. Texts have the direction that they were split by, not that of their script.
   */
  forDocument(): Font {
    const font = this.#open();
    return Object.create(font, {
      _glyphs: { value: {} },
      layout: {
        value(text: string, features?: readonly string[]) {
          const isFromRight = features === fromRight;
          const direction = isFromRight ? 'rtl' : 'ltr';
          const shown = isFromRight ? mirrored(text) : text;
          return font.layout.call(this, shown, features, undefined, undefined, direction);
        },
      },
    });
  }

  #open(): Font {
    this.#opened ??= openSync(this.#file);
    return this.#opened;
  }
}

const shared = new Map<Uint8Array, SharedFont>();

/** fontkit calls it with `new`, which gives the returned font. */
function sharedFormat({ buffer }: { buffer: Uint8Array }): Font | undefined {
  return shared.get(buffer)?.forDocument();
}
sharedFormat.probe = (file: Uint8Array) => shared.has(file);
registerFormat(sharedFormat);
