import { beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { problemCodeNames } from '../../../api/errors/problem-codes.js';
import { en } from '../../../console/src/texts/en.js';
import { es } from '../../../console/src/texts/es.js';
import { sentenceOfFault, speak } from '../../../console/src/texts/texts.js';
import { eventTypes } from '../../../domain/events/catalog.js';
import { faultsIn } from '../../../domain/ground/issue-sentence.js';
import { uuid } from '../../../domain/ground/primitives.js';
import { changeNoticeTypes } from '../../../domain/webhooks/change-notices.js';

/** Words that Spanish shares with English. */
const shared =
  /^(Webhooks?|Excel|PDF|Id|SHA-256|Message-ID|\{n\} KB|\{n\} error|Roles(: \{roles\})?|Total|Error|Personal|Check|No)$/;

describe('the texts of the console', () => {
  it('have nothing in Spanish that was left in English', () => {
    const spanish = new Map(textsOf(es));
    const left = textsOf(en).filter(([key, text]) => spanish.get(key) === text && !shared.test(text));
    expect(left).toEqual([]);
  });

  it('name every type of event and change, and every problem', () => {
    const types = [...eventTypes, ...changeNoticeTypes].sort();
    for (const texts of [en, es]) {
      expect(Object.keys(texts.eventTypes).sort()).toEqual(types);
      expect(Object.keys(texts.problemCodes).sort()).toEqual([...problemCodeNames].sort());
    }
  });

  it('use a title for one type of event only', () => {
    for (const texts of [en, es]) {
      const titles = Object.values(texts.eventTypes).map(({ title }) => title);
      expect(titles.filter((title, at) => titles.indexOf(title) < at)).toEqual([]);
    }
  });
});

describe('what the checks of the service say', () => {
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} });
    await speak('es');
  });

  it('is said in Spanish, too', () => {
    const checked = z.strictObject({
      id: uuid,
      name: z.string(),
      count: z.int().max(3),
      list: z.array(z.string()).min(1),
      kind: z.enum(['A', 'B']),
    });
    const { error } = checked.safeParse({ id: 'x', count: 4, list: [], kind: 'C', more: 1 });
    const said = faultsIn(error!).map(({ path, detail }) => `${path.join('.')} ${sentenceOfFault(detail)}`);
    expect(said).toEqual([
      'id no es un identificador',
      'name es obligatorio',
      'count debe ser como máximo 3',
      'list no puede estar vacío',
      'kind debe ser uno de A, B',
      'more no se conoce',
    ]);
  });
});

function textsOf(texts: object, prefix = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[prefix + key, text]] : textsOf(text, `${prefix}${key}.`),
  );
}
