import { type Request, type Response, raw } from 'express';

/** Reads a body unchanged, byte for byte, to verify its signature. */
export async function rawBody(req: Request, res: Response, { limit }: { limit: number }): Promise<Buffer> {
  const read = raw({ type: () => true, limit });
  await new Promise<void>((resolve, reject) => {
    read(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
  const bytes: unknown = req.body;
  return Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0);
}
