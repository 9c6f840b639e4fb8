/** A random UUID; also on pages without TLS, where browsers have no `crypto.randomUUID`. */
export function newId(): string {
  return uuidOf(crypto.getRandomValues(new Uint8Array(16)));
}

/** Gives ids that are the same each time they are made from the same text; no secrets. */
export function idsFrom(text: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    const words = [0, 1, 2, 3].map((word) => hash(`${text} ${count} ${word}`));
    return uuidOf(new Uint8Array(Uint32Array.from(words).buffer));
  };
}

/** MurmurHash3 of the text's UTF-16 units, 32 bits. */
function hash(text: string): number {
  let state = 0;
  for (let index = 0; index < text.length; index += 1) {
    const mixed = Math.imul(text.charCodeAt(index), 0xcc9e2d51);
    state ^= Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
    state = (Math.imul((state << 13) | (state >>> 19), 5) + 0xe6546b64) | 0;
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

function uuidOf(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte, index) => {
    if (index === 6) return ((byte & 0x0f) | 0x40).toString(16).padStart(2, '0');
    if (index === 8) return ((byte & 0x3f) | 0x80).toString(16);
    return byte.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
