import { readFileSync } from 'node:fs';

/**
 * Adds the secrets that are given as files, as Docker and Kubernetes mount them: `DATABASE_URL_FILE` names a file with
 * the value of `DATABASE_URL`. The newline at its end does not count. Returns what is wrong, too, a sentence each.
 */
export function withSecretFiles(
  given: Readonly<Record<string, string | undefined>>,
  secrets: readonly string[],
): { given: Record<string, string | undefined>; problems: string[] } {
  const all = { ...given };
  const problems: string[] = [];
  for (const name of secrets) {
    const file = given[secretFileOf(name)];
    if (file === undefined) continue;
    try {
      const value = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      if (given[name] !== undefined) problems.push(`${secretFileOf(name)} must not be set if ${name} is`);
      else if (value === '')
        problems.push(`${secretFileOf(name)} must be a file with a value: ${file} is empty`);
      else all[name] = value;
    } catch (error) {
      problems.push(`${secretFileOf(name)} must be a readable file: ${(error as Error).message}`);
    }
  }
  return { given: all, problems };
}

/** The setting that names the file of a secret. */
export const secretFileOf = (name: string): string => `${name}_FILE`;
