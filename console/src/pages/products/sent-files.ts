import type { SentProduct } from '../../api/client.js';

/** Files as they are sent: texts as they are, workbooks in base64. */
export type Files = SentProduct['files'];

const isText = (name: string) => /\.(ya?ml|json|csv)$/i.test(name);
export const isProductFile = (name: string): boolean =>
  /\.(ya?ml|json)$/i.test(name) && !/\.cases\.(ya?ml|json)$/i.test(name);

export async function readFiles(chosen: readonly File[]): Promise<Files> {
  const read = chosen.map(async (file) => [file.name, await contentOf(file)] as const);
  return Object.fromEntries(await Promise.all(read));
}

async function contentOf(file: File): Promise<Files[string]> {
  return isText(file.name) ? file.text() : { base64: base64Of(new Uint8Array(await file.arrayBuffer())) };
}

/** Longer lists of arguments are too many for a call. */
const chunk = 32_768;

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += chunk)
    text += String.fromCharCode(...bytes.subarray(at, at + chunk));
  return btoa(text);
}
