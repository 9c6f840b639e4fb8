import { BadRequest } from '../errors/app-error.js';
import type { TextBody } from './endpoint.js';

/** A form in place of JSON. A field that is stated twice is refused (400), as RFC 6749 asks: either could count. */
export const formBody: TextBody = {
  mediaTypes: ['application/x-www-form-urlencoded'],
  description: 'a form',
  asBody: (text) => {
    const fields = [...new URLSearchParams(text)];
    const names = fields.map(([name]) => name);
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined) throw new BadRequest([{ field: twice, detail: 'is stated more than once' }]);
    return Object.fromEntries(fields);
  },
};
