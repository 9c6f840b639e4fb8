import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { type S3Access, s3Client } from '../stores/s3-client.js';
import type { WarehouseTarget } from './warehouse-target.js';

/** A warehouse in a bucket. Files are made in a folder for a while, and stored as a whole. */
export async function s3Target(url: string, access: S3Access): Promise<WarehouseTarget> {
  const { bucket, prefix } = partsOf(url);
  const client = s3Client(access);
  const drafts = await mkdtemp(path.join(tmpdir(), 'ioi-warehouse-'));
  const object = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` });
  const draftOf = (name: string) => path.join(drafts, name);
  const discard = (name: string) => rm(draftOf(name), { force: true });
  return {
    name: `s3://${bucket}/${prefix}`,
    urlBase: `s3://${bucket}/${prefix}`,
    draftOf,
    put: async (name) => {
      const { size } = await stat(draftOf(name));
      const body = { Body: createReadStream(draftOf(name)), ContentLength: size };
      await client.send(new PutObjectCommand({ ...object(name), ...body }));
      await discard(name);
    },
    discard,
    read: async (name) => {
      try {
        const { Body: body } = await client.send(new GetObjectCommand(object(name)));
        return await body?.transformToString();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    replace: async (name, text) => {
      await client.send(new PutObjectCommand({ ...object(name), Body: Buffer.from(text) }));
    },
    open: async (name) => {
      const { ContentLength: byteLength = 0 } = await client.send(new HeadObjectCommand(object(name)));
      const slice = async (start: number, end = byteLength) => {
        const range = { Range: `bytes=${start}-${end - 1}` };
        const { Body: body } = await client.send(new GetObjectCommand({ ...object(name), ...range }));
        const bytes = await body?.transformToByteArray();
        if (bytes === undefined) throw new Error(`${name} is not in the bucket`);
        return new Uint8Array(bytes).buffer;
      };
      return { byteLength, slice };
    },
    async *list() {
      const all = { Bucket: bucket, Prefix: prefix };
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, all)) {
        for (const { Key = '', LastModified: modified } of Contents) {
          if (modified !== undefined) yield { path: Key.slice(prefix.length), modified };
        }
      }
    },
    remove: async (name) => {
      await client.send(new DeleteObjectCommand(object(name)));
    },
    close: async () => {
      client.destroy();
      await rm(drafts, { recursive: true, force: true });
    },
  };
}

function partsOf(url: string): { bucket: string; prefix: string } {
  const [, bucket, rest = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/*$/.exec(url) ?? [];
  if (bucket === undefined) throw new Error(`${url} is not s3://BUCKET or s3://BUCKET/PREFIX.`);
  return { bucket, prefix: rest === '' ? '' : `${rest}/` };
}
