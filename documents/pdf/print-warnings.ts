/** Letters that Roboto has, so that most documents open no font here. */
const plain = /^[\t-\u017f\u2010-\u203a\u20ac]*$/;

/** What a PDF of these texts cannot show, one sentence or none: it prints `?` for characters that no font has. */
export async function printWarnings(texts: string): Promise<string[]> {
  if (plain.test(texts)) return [];
  const { unprintable } = await import('./fonts.js');
  const missing = unprintable(texts).map((one) => `U+${hex(one)}`);
  return missing.length === 0 ? [] : [`No font has ${missing.join(', ')}: printed as "?".`];
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
