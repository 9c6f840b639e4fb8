import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const rooms = ['api', 'workflows', 'activities', 'documents', 'db', 'domain', 'cli'];
const imported = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** Which folders each folder imports; a folder's files only, without those of the folders below it. */
function importsOfFolders(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const room of rooms) {
    for (const entry of readdirSync(path.join(root, room), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
      const folder = path.relative(root, entry.parentPath);
      const targets = imports.get(folder) ?? new Set();
      imports.set(folder, targets);
      const text = readFileSync(path.join(entry.parentPath, entry.name), 'utf8');
      for (const [, specifier = ''] of text.matchAll(imported)) {
        const target = path.dirname(path.join(folder, specifier));
        if (target !== folder) targets.add(target);
      }
    }
  }
  return imports;
}

/** A way from a folder through its imports back to it. */
function circleFrom(start: string, imports: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const open: string[][] = [[start]];
  const seen = new Set<string>();
  for (let way = open.shift(); way; way = open.shift()) {
    for (const next of imports.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return [...way, next];
      if (!seen.has(next)) open.push([...way, next]);
      seen.add(next);
    }
  }
  return undefined;
}

describe('the folders of the service', () => {
  // The rule of `npm run check` sees folders beside each other; this sees a folder and those below it, too.
  it('import each other in no circle, at any depth', () => {
    const imports = importsOfFolders();
    expect(imports.size).toBeGreaterThan(60);
    expect([...imports.keys()].map((folder) => circleFrom(folder, imports)).filter(Boolean)).toEqual([]);
  });

  it('stand in domain/ on the floors that the architecture page lists', () => {
    const page = readFileSync(path.join(root, 'docs/design/architecture.md'), 'utf8');
    const table = page.slice(page.indexOf('### Floors of the domain'), page.indexOf('### Runs in the API'));
    const floors = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, folder]) => folder);
    const folders = readdirSync(path.join(root, 'domain'));
    expect(floors.toSorted()).toEqual(folders.toSorted());

    const floorOf = (folder: string) => floors.indexOf(folder.split('/')[1]);
    const upward = [...importsOfFolders()]
      .filter(([folder]) => folder.startsWith('domain/'))
      .flatMap(([folder, targets]) => [...targets].map((target) => ({ folder, target })))
      .filter(({ folder, target }) => floorOf(target) > floorOf(folder));
    expect(upward).toEqual([]);
  });
});
