import type { ResolvedDocument } from './resolved.js';

/** Lays documents out as PDFs, away from the thread that answers requests. */
export interface DocumentRenderer {
  /** The PDF's bytes. Throws `RendererBusy` where too many wait already, or a `RenderFailure`. */
  render(document: ResolvedDocument): Promise<Uint8Array>;
}

/** So many documents wait to be laid out that another one would wait too long. */
export class RendererBusy extends Error {
  override name = 'RendererBusy';
}

/** The document could not be laid out, and could not be the next time either. */
export class RenderFailure extends Error {
  override name = 'RenderFailure';
}
