/** Those that name others in their user agent come first. */
const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const systems = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

const first = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** Such as `Firefox, Windows`; the user agent's first words where it names neither. */
export function browserOf(userAgent: string): string {
  const known = [first(browsers, userAgent), first(systems, userAgent)].filter(Boolean).join(', ');
  return known || userAgent.slice(0, 40);
}
