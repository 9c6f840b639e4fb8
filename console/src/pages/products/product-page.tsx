import { useState } from 'react';
import type { ListedProduct } from '../../api/client.js';
import { Badge } from '../../parts/badge.js';
import { Button, ButtonLink } from '../../parts/button.js';
import { HoldBanner } from '../../parts/holds.js';
import { Empty, Facts, Page } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Tabs, useTabs } from '../../parts/tabs.js';
import { may, me } from '../../session/me.js';
import { t } from '../../texts/texts.js';
import { ProductHolds } from './holds.js';
import { License } from './license.js';
import { Licenses, OwnAuthority } from './licenses.js';
import { mayWrite, useProduct } from './record.js';
import { Timeline } from './timeline.js';
import { Versions } from './versions.js';

const tabs = ['versions', 'licenses', 'holds'] as const;

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
  const seesHolds = isOwner && may('holds:read');
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
      <HoldBanner of={{ lineId: product.productId }} />
      <Facts
        facts={[
          [t('products.key'), product.key],
          [t('products.owner'), product.ownerOrganizationName],
          [t('products.environment'), me().environment],
        ]}
      />
      <Tabs
        current={tab}
        tabs={[
          ['versions', t('products.versions')],
          ['licenses', isOwner ? t('products.licenses') : t('products.ownAuthority')],
          ...(seesHolds ? ([['holds', t('holds.title')]] as const) : []),
        ]}
      />
      {tab === 'versions' && (
        <>
          <Timeline productId={product.productId} />
          <Versions product={product} />
        </>
      )}
      {tab === 'licenses' && (isOwner ? <Licenses product={product} /> : <OwnAuthority product={product} />)}
      {tab === 'holds' && seesHolds && <ProductHolds productId={product.productId} />}
      {isLicensing && <License product={product} close={() => setLicensing(false)} />}
    </Page>
  );
}
