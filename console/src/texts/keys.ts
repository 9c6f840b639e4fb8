import type { en } from './en.js';

/** A text, or one for each plural form of `{n}`. */
export type Leaf = string | { one: string; other: string };
type Translated<T> = {
  [K in keyof T]: T[K] extends string ? string : T[K] extends Leaf ? Leaf : Translated<T[K]>;
};

/** What a language has to have: the texts of English. */
export type Texts = Translated<typeof en>;

type KeysIn<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends Leaf ? `${Prefix}${K}` : KeysIn<T[K], `${Prefix}${K}.`>;
}[keyof T & string];
/** The name of a text, such as `clients.title`. */
export type TextKey = KeysIn<typeof en>;

type At<T, K> = K extends `${infer First}.${infer Rest}`
  ? First extends keyof T
    ? At<T[First], Rest>
    : never
  : K extends keyof T
    ? T[K]
    : never;
type NamesIn<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type Parameters<L> = L extends string ? NamesIn<L> : L extends { other: infer O } ? NamesIn<O> | 'n' : never;
/** The parameters that a text takes. */
export type Given<K extends TextKey> = [Parameters<At<typeof en, K>>] extends [never]
  ? []
  : [parameters: Record<Parameters<At<typeof en, K>>, string | number>];

/** The name of a text without parameters. */
export type PlainKey = { [K in TextKey]: Given<K> extends [] ? K : never }[TextKey];
