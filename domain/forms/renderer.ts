import type { ResolvedDocument } from './resolved.js';

/** Renders documents as PDFs, in another thread than the one that handles requests. */
export interface DocumentRenderer {
  /** The PDF's bytes. Throws `RendererBusy` if too many documents are waiting, or a `RenderFailure`. */
  render(document: ResolvedDocument): Promise<Uint8Array>;
}

/** So many documents are waiting that another one would wait too long. */
export class RendererBusy extends Error {
  override name = 'RendererBusy';
}

/** The document could not be rendered, and a retry would not help. */
export class RenderFailure extends Error {
  override name = 'RenderFailure';
}
