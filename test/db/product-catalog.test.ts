import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { changeOrganization, createOrganization } from '../../db/identity/organizations.js';
import { ProductDeployment } from '../../db/models/product-deployment.js';
import { ProductVersionMessage } from '../../db/models/product-version-message.js';
import { createProductCatalog, type ProductCatalog } from '../../db/products/catalog.js';
import { archiveVersion, deployVersion, withdrawVersion } from '../../db/products/deployments.js';
import { licenseProduct } from '../../db/products/licenses.js';
import { productVersionFor } from '../../db/products/product-entry.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anImport, aProduct, type ProductContent } from '../support/product-factory.js';

let database: TestDatabase;
let catalog: ProductCatalog;
let owner: string;

beforeAll(async () => {
  database = await createTestDatabase();
  catalog = createProductCatalog({ db: database.db, databaseUrl: database.url, environment: 'DEV' });
  await catalog.start();
  owner = (await createOrganization(database.db, { name: 'Owner' })).id;
});
afterAll(async () => {
  await catalog.stop();
  await database.drop();
});

const anotherOrganization = async () => (await createOrganization(database.db, { name: randomUUID() })).id;
const now = () => new Date();
const soon = { timeout: 5_000, interval: 10 };

describe('importVersion', () => {
  it('creates the product on its first import and numbers builds', async () => {
    const definition = aProduct();
    const first = await anImport(database.db, owner, definition, { message: 'First.' });
    const second = await anImport(database.db, owner, { ...definition, version: '1.1.0' });
    expect(first).toMatchObject({ productId: definition.product.id, buildNumber: 1, created: true });
    expect(second).toMatchObject({ productId: definition.product.id, buildNumber: 2, created: true });
    const messages = await database
      .db('product_version_messages')
      .where({ product_version_id: first.versionId });
    expect(messages).toEqual([expect.objectContaining({ text: 'First.', author_name: 'Ada Author' })]);
  });

  it('answers the latest build where it already is this definition', async () => {
    const definition = aProduct();
    const first = await anImport(database.db, owner, definition);
    expect(await anImport(database.db, owner, definition)).toEqual({ ...first, created: false });
    await anImport(database.db, owner, { ...definition, version: '2' });
    expect(await anImport(database.db, owner, definition)).toMatchObject({
      buildNumber: 3,
      created: true,
      restoredBuildNumber: 1,
    });
  });

  it('numbers builds one after another when they are imported at once', async () => {
    const definition = aProduct();
    const versions = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => anImport(database.db, owner, { ...definition, version: `1.${n}` })),
    );
    expect(versions.map(({ buildNumber }) => buildNumber).sort()).toEqual([1, 2, 3, 4, 5]);
  });

  it('refuses the product, the key and the versions of others', async () => {
    const definition = aProduct();
    const { versionId } = await anImport(database.db, owner, definition);
    const sameKey = aProduct((content) => {
      content.key = definition.key;
    });
    const other = await anotherOrganization();
    await expect(anImport(database.db, other, definition)).rejects.toThrow('belongs to another organization');
    await expect(anImport(database.db, owner, sameKey)).rejects.toThrow(
      'already has another product with the key',
    );
    await expect(anImport(database.db, owner, { ...definition, key: 'renamed' })).rejects.toThrow(
      'cannot become',
    );
    await expect(anImport(database.db, other, aProduct(), { basedOnVersionId: versionId })).rejects.toThrow(
      'there is no product version',
    );
    await expect(anImport(database.db, randomUUID(), aProduct())).rejects.toThrow('there is no organization');
  });
});

describe('the catalog', () => {
  it('shows a product to its owner and to whom it is licensed, at once', async () => {
    const definition = aProduct();
    const productId = definition.product.id;
    expect(await catalog.productVisibleTo(owner, productId)).toBeNull();
    await anImport(database.db, owner, definition);
    const other = await anotherOrganization();

    expect(await catalog.productVisibleTo(owner, productId)).toEqual({
      id: productId,
      key: definition.key,
      name: 'Small Shop',
      ownerOrganizationId: owner,
      ownerOrganizationName: 'Owner',
      timeZone: 'UTC',
    });
    expect(await catalog.productVisibleTo(other, productId)).toBeNull();
    expect(await licenseProduct(database.db, { productId, organizationId: other })).toMatchObject({
      licensed: true,
    });
    expect(await licenseProduct(database.db, { productId, organizationId: other })).toMatchObject({
      licensed: false,
    });
    await vi.waitFor(async () => {
      expect(await catalog.productVisibleTo(other, productId)).toMatchObject({ id: productId });
    }, soon);
  });

  it('follows deployments, withdrawals and archiving', async () => {
    const definition = aProduct();
    const productId = definition.product.id;
    const old = await anImport(database.db, owner, definition);
    const next = await anImport(database.db, owner, { ...definition, version: '2' });
    const on = (effectiveDate: string) =>
      catalog.versionFor(productId, { effectiveDate, asConfiguredAt: now() });
    expect(await on('2026-01-01')).toBeNull();

    const place = { environment: 'DEV', effectiveDate: '2020-01-01' } as const;
    const deployed = await deployVersion(database.db, { ...place, versionId: old.versionId });
    expect(deployed).toEqual({ deployed: true });
    expect(await deployVersion(database.db, { ...place, versionId: old.versionId })).toEqual({
      deployed: false,
    });
    await vi.waitFor(async () => expect(await on('2026-01-01')).toBe(old.versionId), soon);
    expect(await on('2019-12-31')).toBeNull();

    const later = { versionId: next.versionId, environment: 'DEV', effectiveDate: '2026-01-01' } as const;
    await deployVersion(database.db, later);
    await vi.waitFor(async () => expect(await on('2026-01-01')).toBe(next.versionId), soon);
    expect(await on('2025-12-31')).toBe(old.versionId);

    const beforeWithdrawal = now();
    await delay(5);
    expect(await withdrawVersion(database.db, { versionId: next.versionId, environment: 'DEV' })).toBe(1);
    await vi.waitFor(async () => expect(await on('2026-01-01')).toBe(old.versionId), soon);
    expect(
      await catalog.versionFor(productId, { effectiveDate: '2026-01-01', asConfiguredAt: beforeWithdrawal }),
    ).toBe(next.versionId);

    await archiveVersion(database.db, old.versionId);
    await vi.waitFor(async () => expect(await on('2026-01-01')).toBeNull(), soon);
    await expect(deployVersion(database.db, { ...place, versionId: old.versionId })).rejects.toThrow(
      'archived',
    );
    await expect(
      withdrawVersion(database.db, { versionId: next.versionId, environment: 'DEV' }),
    ).rejects.toThrow('is not deployed to DEV');
  });

  describe('a version that lint has come to refuse', () => {
    /** As an older build imported it and, on request, deployed it to DEV until it was withdrawn. */
    async function anOldVersion(
      change: (content: ProductContent) => void,
      { wasDeployed }: { wasDeployed: boolean },
    ): Promise<string> {
      const { versionId, productId } = await anImport(database.db, owner, aProduct(change));
      if (wasDeployed) {
        await ProductDeployment.query(database.db).insert({
          ...{ id: randomUUID(), productId, productVersionId: versionId, environment: 'DEV' },
          ...{ effectiveDate: '2020-01-01', withdrawnAt: new Date() },
        });
      }
      return versionId;
    }
    const currencyOfAccount = (content: ProductContent) =>
      Object.assign(content, { policy: { currency: 'CLF' } });
    const place = { environment: 'DEV', effectiveDate: '2026-01-01' } as const;
    const lintError = expect.stringMatching(/^policy\.currency: "CLF" is no currency/);

    it('returns to an environment where it was deployed, with a note', async () => {
      const versionId = await anOldVersion(currencyOfAccount, { wasDeployed: true });
      expect(await deployVersion(database.db, { ...place, versionId })).toEqual({
        deployed: true,
        lintError,
      });
      expect(await deployVersion(database.db, { ...place, versionId })).toEqual({
        deployed: false,
        lintError,
      });
      const notes = await ProductVersionMessage.query(database.db).where({ product_version_id: versionId });
      expect(notes.map(({ text }) => text)).toEqual([
        expect.stringMatching(
          /^Deployed to DEV again, from 2026-01-01, although lint now finds: policy\.currency/,
        ),
      ]);
    });

    it('is refused elsewhere, where it is new, and where it cannot be compiled', async () => {
      const known = await anOldVersion(currencyOfAccount, { wasDeployed: true });
      await expect(
        deployVersion(database.db, { ...place, environment: 'UAT', versionId: known }),
      ).rejects.toThrow('cannot be deployed: policy.currency: "CLF" is no currency');
      const unknown = await anOldVersion(currencyOfAccount, { wasDeployed: false });
      await expect(deployVersion(database.db, { ...place, versionId: unknown })).rejects.toThrow(
        'cannot be deployed: policy.currency',
      );
      const broken = await anOldVersion(
        (content) => Object.assign(content.configurations[0]!.events.GET_QUOTES![0]!, { plan: 'nowhere' }),
        { wasDeployed: true },
      );
      await expect(deployVersion(database.db, { ...place, versionId: broken })).rejects.toThrow(
        'cannot be deployed: configurations[0].events.GET_QUOTES[0].plan',
      );
    });
  });

  it('sees only the timeline of its own environment', async () => {
    const definition = aProduct();
    const { versionId, productId } = await anImport(database.db, owner, definition);
    await deployVersion(database.db, { versionId, environment: 'PROD', effectiveDate: '2020-01-01' });
    const question = { effectiveDate: '2026-01-01', asConfiguredAt: now() };
    expect(await catalog.versionFor(productId, question)).toBeNull();
    expect(await productVersionFor(database.db, { productId, environment: 'PROD', ...question })).toBe(
      versionId,
    );
    expect(await catalog.version(versionId)).toMatchObject({ source: 'BUILDER' });
  });

  it('compiles a version once, and calls it hosted once it was deployed', async () => {
    const definition = aProduct();
    const { versionId, productId } = await anImport(database.db, owner, definition);
    const [draft, again] = await Promise.all([catalog.version(versionId), catalog.version(versionId)]);
    expect(draft).toMatchObject({
      versionId,
      productId,
      version: '1.0.0',
      buildNumber: 1,
      source: 'BUILDER',
    });
    expect(draft?.definition).toEqual(definition);
    expect(again?.compiled).toBe(draft?.compiled);

    await deployVersion(database.db, { versionId, environment: 'DEV', effectiveDate: '2020-01-01' });
    await withdrawVersion(database.db, { versionId, environment: 'DEV' });
    await vi.waitFor(async () => expect((await catalog.version(versionId))?.source).toBe('HOSTING'), soon);
    expect((await catalog.version(versionId))?.compiled).toBe(draft?.compiled);
    expect(await catalog.version(randomUUID())).toBeNull();
  });

  it('asks the database once while nothing changes', async () => {
    const { productId } = await anImport(database.db, owner, aProduct());
    await delay(50);
    await catalog.productVisibleTo(owner, productId);
    const queries: string[] = [];
    const listen = ({ sql }: { sql: string }) => queries.push(sql);
    database.db.on('query', listen);
    await Promise.all([1, 2, 3].map(() => catalog.productVisibleTo(owner, productId)));
    await catalog.versionFor(productId, { effectiveDate: '2026-01-01', asConfiguredAt: now() });
    database.db.off('query', listen);
    expect(queries).toEqual([]);
  });

  it('has the days of its owner, or of its own zone, which every process learns at once', async () => {
    const { db, url } = database;
    const other = createProductCatalog({ db, databaseUrl: url, environment: 'DEV' });
    await other.start();
    try {
      const organizationId = await anotherOrganization();
      const versions = await Promise.all(
        [undefined, 'America/New_York'].map((timeZone) =>
          anImport(db, organizationId, { ...aProduct(), ...(timeZone !== undefined && { timeZone }) }),
        ),
      );
      const zones = (of: ProductCatalog) =>
        Promise.all(versions.map(async ({ versionId }) => (await of.version(versionId))?.timeZone));
      expect([await zones(catalog), await zones(other)]).toEqual([
        ['UTC', 'America/New_York'],
        ['UTC', 'America/New_York'],
      ]);
      await changeOrganization(db, { organizationId, timeZone: 'Pacific/Honolulu' });
      for (const each of [catalog, other]) {
        await vi.waitFor(
          async () => expect(await zones(each)).toEqual(['Pacific/Honolulu', 'America/New_York']),
          soon,
        );
      }
    } finally {
      await other.stop();
    }
  });

  it('is right again after its connection for news was cut', async () => {
    const { productId, versionId } = await anImport(database.db, owner, aProduct());
    await catalog.productVisibleTo(owner, productId);
    await database.db.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'ioi-notifications' and datname = current_database()`,
    );
    await deployVersion(database.db, { versionId, environment: 'DEV', effectiveDate: '2020-01-01' });
    await vi.waitFor(async () => {
      expect(
        await catalog.versionFor(productId, { effectiveDate: '2026-01-01', asConfiguredAt: now() }),
      ).toBe(versionId);
    }, soon);
  });

  it('is right without news, before it is started', async () => {
    const { db, url } = database;
    const idle = createProductCatalog({ db, databaseUrl: url, environment: 'DEV' });
    const { productId, versionId } = await anImport(db, owner, aProduct());
    const on = () => idle.versionFor(productId, { effectiveDate: '2026-01-01', asConfiguredAt: now() });
    expect(await on()).toBeNull();
    await deployVersion(db, { versionId, environment: 'DEV', effectiveDate: '2020-01-01' });
    expect(await on()).toBe(versionId);
  });
});
