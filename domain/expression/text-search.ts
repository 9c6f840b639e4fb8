/** So short texts are found by `includes` in a time that grows with the text alone. */
const shortText = 7;

/**
 * Whether a text has another one in it. `includes` compares the searched text again and again where its letters repeat:
 * 65,536 letters can take seconds. Here each letter is looked at twice at most (Knuth, Morris and Pratt).
 */
export function hasText(text: string, searched: string): boolean {
  if (searched.length <= shortText || searched.length > text.length) return text.includes(searched);
  const known = sharedBeginnings(searched);
  let found = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    while (found > 0 && letter !== searched.charCodeAt(found)) found = known[found - 1] ?? 0;
    if (letter === searched.charCodeAt(found)) found += 1;
    if (found === searched.length) return true;
  }
  return false;
}

/** For each beginning of a text, how many of its last letters are the first ones, too. */
function sharedBeginnings(text: string): Int32Array {
  const shared = new Int32Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    while (length > 0 && letter !== text.charCodeAt(length)) length = shared[length - 1] ?? 0;
    if (letter === text.charCodeAt(length)) length += 1;
    shared[at] = length;
  }
  return shared;
}
