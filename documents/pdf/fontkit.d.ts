declare module 'fontkit' {
  export interface Font {
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(
      text: string,
      features?: readonly string[],
      script?: string,
      language?: string,
      direction?: 'ltr' | 'rtl',
    ): object;
  }
  /** A kind of font file, called with `new`: it returns the font. */
  export interface FontFormat {
    (stream: { buffer: Uint8Array }): Font | undefined;
    probe(file: Uint8Array): boolean;
  }
  export function openSync(path: string): Font;
  /** Formats are asked in the order of their registration, the library's own first. */
  export function registerFormat(format: FontFormat): void;
}
