import { useState } from 'react';
import type { ListedProduct } from '../../api/client.js';
import { Badge } from '../../parts/badge.js';
import { Button, ButtonLink } from '../../parts/button.js';
import { Empty, Facts, Page } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Tabs, useTabs } from '../../parts/tabs.js';
import { may, me } from '../../session/me.js';
import { t } from '../../texts/texts.js';
import { License } from './license.js';
import { Licenses, OwnAuthority } from './licenses.js';
import { mayWrite, useProduct } from './record.js';
import { Timeline } from './timeline.js';
import { Versions } from './versions.js';

const tabs = ['versions', 'licenses'] as const;

/** A product: its versions on the timelines of the environments, and who may sell it. */
export function ProductPage({ productId }: { productId: string }) {
  const product = useProduct(productId);
  return (
    <Loaded query={product}>
      {(found) =>
        found ? (
          <Known product={found} />
        ) : (
          <Page title={t('products.title')}>
            <Empty>{t('problemCodes.PRODUCT_NOT_FOUND.title')}</Empty>
          </Page>
        )
      }
    </Loaded>
  );
}

function Known({ product }: { product: ListedProduct }) {
  const tab = useTabs(tabs);
  const [isLicensing, setLicensing] = useState(false);
  const isOwner = product.ownerOrganizationId === me().organizationId;
  return (
    <Page
      title={product.name}
      beside={
        product.live && (
          <Badge tone="good">{t('products.liveVersion', { version: product.live.version })}</Badge>
        )
      }
      actions={
        <>
          {mayWrite(product) && <ButtonLink to="/products/check">{t('products.check')}</ButtonLink>}
          {isOwner && may('administration:write') && (
            <Button onClick={() => setLicensing(true)}>{t('products.license')}</Button>
          )}
        </>
      }
    >
      <Facts
        facts={[
          [t('products.key'), product.key],
          [t('products.owner'), product.ownerOrganizationName],
          [t('products.environment'), me().environment],
          [t('products.id'), <code key="id">{product.productId}</code>],
        ]}
      />
      <Tabs
        current={tab}
        tabs={[
          ['versions', t('products.versions')],
          ['licenses', isOwner ? t('products.licenses') : t('products.ownAuthority')],
        ]}
      />
      {tab === 'versions' && (
        <>
          <Timeline productId={product.productId} />
          <Versions product={product} />
        </>
      )}
      {tab === 'licenses' && (isOwner ? <Licenses product={product} /> : <OwnAuthority product={product} />)}
      {isLicensing && <License product={product} close={() => setLicensing(false)} />}
    </Page>
  );
}
