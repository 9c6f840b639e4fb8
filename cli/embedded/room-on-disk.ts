import { statfs } from 'node:fs/promises';

/** PostgreSQL needs a new file of 16 MB for its log from time to time, and Temporal room beside it. */
const leastBytes = 48 * 1024 * 1024;

/** Rejects, as PostgreSQL does when its disk is full, where the folder's disk has too little room for its servers. */
export async function requireRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < leastBytes) throw Object.assign(new Error('the disk is full'), { code: '53100' });
}
