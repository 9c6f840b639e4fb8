declare module 'bidi-js' {
  interface Bidi {
    /** An embedding level for each UTF-16 unit. Default direction: that of each paragraph's first strong letter. */
    getEmbeddingLevels(
      text: string,
      base?: 'ltr' | 'rtl',
    ): { levels: Uint8Array; paragraphs: { level: number }[] };
    /** The mirror image of a character, such as a bracket; null if it has none. */
    getMirroredCharacter(character: string): string | null;
  }
  const bidi: () => Bidi;
  export = bidi;
}
