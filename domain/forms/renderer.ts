import type { ResolvedDocument } from './resolved.js';

/** Renders documents as PDFs, in another thread than the one that handles requests. */
export interface DocumentRenderer {
  /** The PDF's bytes, when it is the organization's turn. Throws a `RenderFailure`; other errors may pass. */
  render(document: ResolvedDocument, organizationId: string): Promise<Uint8Array>;
}

/** The document could not be rendered, and a retry would not help. */
export class RenderFailure extends Error {
  override name = 'RenderFailure';
}
