import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { ByteRange, DocumentStore, StoredAt } from './store.js';

export interface S3Settings {
  bucket: string;
  region: string;
  /** Of a store that is not Amazon's. */
  endpoint?: string | undefined;
  /** Undefined: what the machine provides, such as its role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Put before every key, such as `prod/`. */
  prefix: string;
  /** The bucket is in the path instead of the host name, as most stores that are not Amazon's have it. */
  pathStyle: boolean;
}

/**
 * Keeps documents in a bucket. An object's key follows from the document, so putting it again changes nothing; what is put
 * and never gets its row is found by nobody.
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
      // What stores other than Amazon's understand.
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
    yield* body as unknown as AsyncIterable<Uint8Array>;
  }

  close(): void {
    this.#client.destroy();
  }
}
