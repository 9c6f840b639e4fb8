/** Line breaks and other controls. */
const breaks = /[\p{Cc}\u2028\u2029]+/gu;

/** A text in one line: a break becomes a space. */
export const inOneLine = (text: string): string => text.replace(breaks, ' ');
