import { Menu } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ListedDeployment, ListedProduct, ListedVersion } from '../../api/client.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Help } from '../../parts/help.js';
import { Icon } from '../../parts/icon.js';
import { Empty, Section } from '../../parts/page.js';
import { Day, Moment } from '../../parts/values.js';
import { t } from '../../texts/texts.js';
import { Archive, Deploy, Withdraw } from './deploying.js';
import s from './products.module.css';
import { mayWrite, nameOf } from './record.js';

type Asked =
  | { what: 'deploy' | 'archive'; version: ListedVersion }
  | { what: 'withdraw'; version: ListedVersion; deployment: ListedDeployment };

/** The builds of a product, latest first, and where each is deployed. */
export function Versions({ product }: { product: ListedProduct }) {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const { versions, productId } = product;
  const writes = mayWrite(product);
  const pageOf = (version: ListedVersion, tab: string) =>
    `/products/${productId}/versions/${version.versionId}?tab=${tab}`;
  return (
    <Section title={t('products.versions')} actions={<Help term="deployment" />}>
      {versions.length === 0 && <Empty>{t('products.noVersions')}</Empty>}
      <ul className={s.versions} aria-label={t('products.versions')}>
        {versions.map((version) => (
          <li key={version.versionId}>
            <div className={s.head}>
              {writes ? (
                <Link href={`/products/${productId}/versions/${version.versionId}`}>{nameOf(version)}</Link>
              ) : (
                <strong>{nameOf(version)}</strong>
              )}
              {product.live?.versionId === version.versionId && (
                <Badge tone="good">{t('products.live')}</Badge>
              )}
              {version.archived && <Badge tone="bad">{t('products.archived')}</Badge>}
              <span className="quiet">
                {version.createdBy} · <Moment at={version.createdAt} />
              </span>
            </div>
            <div className={s.places}>
              {version.deployments.length === 0 && !version.archived && (
                <span className="quiet">{t('products.notDeployed')}</span>
              )}
              {version.deployments.map((deployment) => (
                <span key={`${deployment.environment} ${deployment.effectiveDate}`}>
                  {deployment.environment} <Day date={deployment.effectiveDate} />
                  {writes && (
                    <Button
                      look="plain"
                      aria-label={t('products.withdrawFrom', {
                        version: nameOf(version),
                        environment: deployment.environment,
                      })}
                      onClick={() => setAsked({ what: 'withdraw', version, deployment })}
                    >
                      {t('products.withdraw')}
                    </Button>
                  )}
                </span>
              ))}
            </div>
            {writes && !version.archived && (
              <div className={s.does}>
                <Button
                  aria-label={t('products.deployThe', { version: nameOf(version) })}
                  onClick={() => setAsked({ what: 'deploy', version })}
                >
                  {t('products.deploy')}
                </Button>
                <Menu position="bottom-end">
                  <Menu.Target>
                    <Button look="plain" aria-label={t('products.moreOf', { version: nameOf(version) })}>
                      <Icon name="more" />
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item component={Link} href={pageOf(version, 'compare')}>
                      {t('products.compareBefore')}
                    </Menu.Item>
                    <Menu.Item component={Link} href={pageOf(version, 'impact')}>
                      {t('products.impact')}
                    </Menu.Item>
                    <Menu.Divider />
                    <Menu.Item color="red" onClick={() => setAsked({ what: 'archive', version })}>
                      {t('products.archiveThe', { version: nameOf(version) })}
                    </Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              </div>
            )}
          </li>
        ))}
      </ul>
      {asked?.what === 'deploy' && <Deploy product={product} version={asked.version} close={close} />}
      {asked?.what === 'archive' && <Archive product={product} version={asked.version} close={close} />}
      {asked?.what === 'withdraw' && <Withdraw product={product} {...asked} close={close} />}
    </Section>
  );
}
