import type { ReactNode } from 'react';
import type { ListedProduct, ListedVersion, ProductVersionDefinition } from '../../api/client.js';
import { Button, ButtonLink } from '../../parts/button.js';
import { keepFile } from '../../parts/download.js';
import { SelectField } from '../../parts/field.js';
import { text, useFilters } from '../../parts/filters.js';
import { JsonText } from '../../parts/json-text.js';
import { Empty, Facts, Filters, Page } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Tabs, useTabs } from '../../parts/tabs.js';
import { Moment } from '../../parts/values.js';
import { t } from '../../texts/texts.js';
import { Differences } from './differences.js';
import { Impact } from './impact.js';
import { Overlays } from './overlays.js';
import { nameOf, tablesOf, useDefinition, useProduct } from './record.js';
import { Sheet } from './sheet.js';

const tabs = ['tables', 'byState', 'compare', 'impact', 'definition'] as const;
const filters = { table: text, with: text };

/** A version's definition: its tables, how it differs from another version, and all of it. */
export function VersionPage({ productId, versionId }: { productId: string; versionId: string }) {
  const product = useProduct(productId);
  const definition = useDefinition(versionId);
  const tab = useTabs(tabs);
  const version = product.data?.versions.find((each) => each.versionId === versionId);
  const name = [product.data?.name, version && nameOf(version)].filter(Boolean).join(' ');
  const keep = () => {
    const said = JSON.stringify(definition.data?.definition, null, 2);
    void keepFile(new Response(said), `${product.data?.key}-${version?.version}.json`);
  };
  return (
    <Page
      title={name || t('products.version')}
      actions={
        <>
          {definition.data && <Button onClick={keep}>{t('products.download')}</Button>}
          <ButtonLink to={`/products/${productId}`}>{t('products.toProduct')}</ButtonLink>
        </>
      }
    >
      {version && (
        <Facts
          facts={[
            [t('products.author'), version.createdBy],
            [t('products.importedAt'), <Moment key="at" at={version.createdAt} />],
            [t('products.importedBy'), version.importedBy?.name],
            [t('products.hash'), <code key="hash">{definition.data?.sha256.slice(0, 16)}</code>],
          ]}
        />
      )}
      <Tabs current={tab} tabs={tabs.map((each) => [each, t(`products.${each}`)] as const)} />
      <Loaded query={definition} lines={8}>
        {(found) => (
          <>
            {tab === 'tables' && <Tables definition={found} />}
            {tab === 'byState' && <Overlays definition={found} />}
            {tab === 'compare' && product.data && (
              <Against product={product.data} definition={found}>
                {(before) => <Compared before={before} after={found} />}
              </Against>
            )}
            {tab === 'impact' && product.data && (
              <Against product={product.data} definition={found}>
                {(before) => <Impact productId={productId} versionId={versionId} against={before} />}
              </Against>
            )}
            {tab === 'definition' && (
              <JsonText label={t('products.definition')} value={{ ...found.definition, tables: undefined }} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Tables({ definition }: { definition: ProductVersionDefinition }) {
  const [values, change] = useFilters(filters);
  const tables = tablesOf(definition);
  const names = Object.keys(tables);
  const chosen = names.find((each) => each === values.table) ?? names[0];
  const table = chosen === undefined ? undefined : tables[chosen];
  if (chosen === undefined || !table) return <Empty>{t('products.noTables')}</Empty>;
  return (
    <>
      <Filters>
        <SelectField
          label={t('products.table')}
          value={chosen}
          choices={names.map((each) => [each, tables[each]?.title ?? each] as const)}
          onValue={(name) => change({ table: name })}
        />
      </Filters>
      <p className="quiet">{t('products.rows', { n: table.rows.length })}</p>
      <Sheet label={table.title ?? chosen} table={table} />
    </>
  );
}

/** Another version of the product, which is chosen, and what is told of the two. */
function Against({
  product,
  definition,
  children,
}: {
  product: ListedProduct;
  definition: ProductVersionDefinition;
  children: (before: ListedVersion) => ReactNode;
}) {
  const [values, change] = useFilters(filters);
  const others = product.versions.filter(({ versionId }) => versionId !== definition.versionId);
  const before =
    others.find(({ versionId }) => versionId === values.with) ??
    others.find(({ buildNumber }) => buildNumber < buildOf(product, definition)) ??
    others[0];
  if (!before) return <Empty>{t('products.noOther')}</Empty>;
  return (
    <>
      <Filters>
        <SelectField
          label={t('products.compareWith')}
          value={before.versionId}
          choices={others.map((each) => [each.versionId, nameOf(each)] as const)}
          onValue={(versionId) => change({ with: versionId })}
        />
      </Filters>
      {children(before)}
    </>
  );
}

function Compared({ before, after }: { before: ListedVersion; after: ProductVersionDefinition }) {
  const read = useDefinition(before.versionId);
  return <Loaded query={read}>{(found) => <Differences before={found} after={after} />}</Loaded>;
}

const buildOf = ({ versions }: ListedProduct, { versionId }: ProductVersionDefinition): number =>
  versions.find((each) => each.versionId === versionId)?.buildNumber ?? Number.POSITIVE_INFINITY;
