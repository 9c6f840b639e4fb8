import type { Request, Response } from 'express';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { languagesOf, type TranslatedProduct } from '../../domain/product/product-languages.js';

/** The languages of an answer with texts of products, by the `Accept-Language` of its request (RFC 9110, section 12.5.4). */
export class AnswerLanguages {
  readonly #accepted: string | undefined;
  readonly #res: Pick<Response, 'setHeader'>;
  readonly #used = new Set<string>();

  constructor(req: Pick<Request, 'headers'>, res: Pick<Response, 'setHeader'>) {
    this.#accepted = req.headers['accept-language'];
    this.#res = res;
  }

  /** Whether the request says which language it wants. */
  get areAsked(): boolean {
    return this.#accepted !== undefined;
  }

  /**
   * A product in the language that the reader wants most, else null for its own. `Content-Language` says which it is, with those of
   * the other products of the answer.
   */
  of(definition: ProductDefinition): TranslatedProduct | null {
    const languages = languagesOf(definition);
    const language = languages.choose(this.#accepted);
    if (language === null) return null;
    this.#used.add(language);
    this.#res.setHeader('Content-Language', [...this.#used].join(', '));
    return languages.translated(language);
  }
}
