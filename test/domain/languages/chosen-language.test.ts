import { describe, expect, it } from 'vitest';
import { chosenLanguage } from '../../../domain/languages/chosen-language.js';
import { languageTag, localeIn } from '../../../domain/languages/language-tag.js';

const offered = ['en', 'es', 'pt-BR', 'zh-Hant'];

describe('the language of an answer', () => {
  it.each([
    ['es', 'es'],
    ['ES', 'es'],
    ['es-MX', 'es'],
    ['es-419, en;q=0.8', 'es'],
    ['fr, es;q=0.5, en;q=0.4', 'es'],
    ['en;q=0.4, es;q=0.9', 'es'],
    ['en;q=0.5,es;q=0.5', 'en'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['zh-Hant-TW', 'zh-Hant'],
    ['fr', 'en'],
    ['fr, *;q=0.1', 'en'],
    ['en;q=0, *', 'es'],
    ['es;q=0', 'en'],
    ['es; q=0.7 , en;q=0.3', 'es'],
    ['es;q=2, pt', 'pt-BR'],
    ['not a tag, es', 'es'],
    ['', 'en'],
    [undefined, 'en'],
    [null, 'en'],
    ['x'.repeat(100_000), 'en'],
  ])('is, for %s, %s', (accepted, language) => {
    expect(chosenLanguage(accepted, offered)).toBe(language);
  });

  it('is a tag of a known language, in its canonical form', () => {
    expect(languageTag.parse('es-mx')).toBe('es-MX');
    expect(
      ['', 'x', 'spanish please', 'qq-QQ', '__proto__'].filter((tag) => languageTag.safeParse(tag).success),
    ).toEqual([]);
  });

  it('writes dates and numbers as the region of the form does', () => {
    expect([localeIn('es', 'en-US'), localeIn('es-MX', 'en-US'), localeIn('zh-Hant', 'en')]).toEqual([
      'es-US',
      'es-MX',
      'zh-Hant',
    ]);
  });
});
