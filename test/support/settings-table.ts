import type { z } from 'zod';
import { secretFileOf } from '../../cli/settings/secret-files.js';
import { plainSettings } from '../../cli/settings/settings.js';

/** A page with its table of settings as they are declared. */
export function withSettings(page: string): string {
  const table = ['| Setting | Default | |', '|---|---|---|', ...rows()].join('\n');
  return page.replace(/^\| Setting \| Default \|.*?(?=\n\n)/ms, () => table);
}

/** The settings that are described. */
export const settingNames = (): string[] => described().map(([name]) => name);

const described = () =>
  Object.entries(plainSettings.shape).filter(([, { description }]) => description !== undefined);

function rows(): string[] {
  return described().map(([name, schema]) => {
    const { unset, description, secret } = schema.meta() ?? {};
    const value = unset === undefined ? (schema as z.ZodType).parse(undefined) : undefined;
    const shown = unset ?? (value === undefined || value === '' ? 'none' : `\`${value}\``);
    const names = [name, ...(secret ? [secretFileOf(name)] : [])].map((each) => `\`${each}\``).join(', ');
    return `| ${names} | ${shown} | ${description} |`;
  });
}
