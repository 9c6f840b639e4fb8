import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import type { ByteRange, DocumentStore, StoredAt } from './store.js';

export interface S3Settings {
  bucket: string;
  region: string;
  /** For an S3-compatible store other than Amazon's. */
  endpoint?: string | undefined;
  /** Undefined: the machine's credentials, such as its role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Prefix of every key, such as `prod/`. */
  prefix: string;
  /** The bucket is in the path instead of the host name, as most stores other than Amazon's require. */
  pathStyle: boolean;
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
    const { region, endpoint, credentials, pathStyle } = settings;
    this.#client = new S3Client({
      region,
      forcePathStyle: pathStyle,
      // Understood by stores other than Amazon's.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint !== undefined && { endpoint }),
      ...(credentials !== undefined && { credentials }),
    });
  }

  async stage(documentId: string, bytes: Uint8Array) {
    const objectKey = `${this.#settings.prefix}${documentId}`;
    await this.#client.send(
      new PutObjectCommand({
        Bucket: this.#settings.bucket,
        Key: objectKey,
        Body: bytes,
        ContentLength: bytes.byteLength,
      }),
    );
    return { at: { store: 'S3' as const, objectKey }, keep: async () => undefined };
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
