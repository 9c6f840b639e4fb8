/**
 * The fields of an interface object, each of which must be named, even if its value is undefined: an object of this type
 * cannot forget an optional field.
 */
export type EveryField<T> = { [Field in keyof Required<T>]: T[Field] };

/**
 * Fails to compile if a column is left: a function that makes an interface's object names every column of its row and
 * passes the rest here.
 */
export function nothingLeft(_rest: Readonly<Record<string, never>>): void {}
