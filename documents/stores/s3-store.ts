import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { type S3Access, s3Client } from './s3-client.js';
import type { ByteRange, DocumentStore, StoredAt } from './store.js';

export interface S3Settings extends S3Access {
  bucket: string;
  /** Prefix of every key, such as `prod/`. */
  prefix: string;
}

/**
 * Stores documents in a bucket. The key is derived from the document, so a repeated upload changes nothing.
 * An object whose row was never written is unreachable.
 */
export class S3Store implements DocumentStore {
  readonly #client: S3Client;
  readonly #settings: S3Settings;

  constructor(settings: S3Settings) {
    this.#settings = settings;
    this.#client = s3Client(settings);
  }

  async stage(documentId: string, bytes: Uint8Array) {
    const objectKey = this.keyOf(documentId);
    await this.#put(objectKey, bytes, bytes.byteLength);
    return { at: { store: 'S3' as const, objectKey }, keep: async () => undefined };
  }

  keyOf(documentId: string): string {
    return `${this.#settings.prefix}${documentId}`;
  }

  /** Stores pieces of so many bytes in all, one after the other. */
  async put(objectKey: string, pieces: AsyncIterable<Uint8Array>, size: number): Promise<void> {
    await this.#put(objectKey, Readable.from(pieces), size);
  }

  async #put(objectKey: string, body: Uint8Array | Readable, size: number): Promise<void> {
    const { bucket: Bucket } = this.#settings;
    await this.#client.send(
      new PutObjectCommand({ Bucket, Key: objectKey, Body: body, ContentLength: size }),
    );
  }

  async *read(
    documentId: string,
    { objectKey }: StoredAt,
    { start, end }: ByteRange,
  ): AsyncGenerator<Uint8Array> {
    const { Body: body } = await this.#client.send(
      new GetObjectCommand({
        Bucket: this.#settings.bucket,
        Key: objectKey ?? '',
        ...(end >= start && { Range: `bytes=${start}-${end}` }),
      }),
    );
    if (body === undefined) throw new Error(`document ${documentId} is not in the bucket`);
    // In Node a stream; the library's type is that of all its platforms.
    yield* body as unknown as AsyncIterable<Uint8Array>;
  }

  async remove(objectKey: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#settings.bucket, Key: objectKey }));
  }

  async has(objectKey: string): Promise<boolean> {
    try {
      await this.#client.send(new HeadObjectCommand({ Bucket: this.#settings.bucket, Key: objectKey }));
      return true;
    } catch (error) {
      if (error instanceof NotFound) return false;
      throw error;
    }
  }

  /** All files below the prefix, in pages, with the ids of their documents. */
  async *pages(): AsyncGenerator<{ key: string; documentId: string; modified: Date }[]> {
    const { bucket, prefix } = this.#settings;
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client: this.#client },
      { Bucket: bucket, Prefix: prefix },
    )) {
      yield Contents.map(({ Key = '', LastModified = new Date(0) }) => ({
        key: Key,
        documentId: Key.slice(prefix.length),
        modified: LastModified,
      }));
    }
  }

  close(): void {
    this.#client.destroy();
  }
}
