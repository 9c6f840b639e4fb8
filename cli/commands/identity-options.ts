import { InvalidArgumentError } from 'commander';
import { permissionNames } from '../../api/http/permissions.js';

/** Reads `--permissions a,b`; refuses unknown permissions. */
export function parsePermissions(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  const known: readonly string[] = ['*', ...permissionNames];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new InvalidArgumentError(
      `Not a permission: ${unknown.join(', ')}. There are: ${known.join(', ')}.`,
    );
  }
  return names;
}

/** Reads a non-empty name of one line. */
export function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 200 || /\p{Cc}/u.test(name)) {
    throw new InvalidArgumentError('It must be a line of 1 to 200 characters.');
  }
  return name;
}
