import { useState } from 'react';
import { ioi, type ListedLicense, type ListedProduct, type SellerAuthority } from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { Button } from '../../parts/button.js';
import { Empty, Section } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { may } from '../../session/me.js';
import { t } from '../../texts/texts.js';
import { wordsOfAuthority } from './authority.js';
import { License } from './license.js';
import s from './products.module.css';

/** The organizations that sell the product, and what each may do. */
export function Licenses({ product }: { product: ListedProduct }) {
  const [changed, setChanged] = useState<ListedLicense>();
  if (product.licensedTo.length === 0) return <Empty>{t('products.noLicenses')}</Empty>;
  return (
    <>
      {product.licensedTo.map((license) => (
        <Section
          key={license.organizationId}
          title={license.organizationName}
          actions={
            may('administration:write') && (
              <Button
                aria-label={t('products.changeFor', { name: license.organizationName })}
                onClick={() => setChanged(license)}
              >
                {t('products.changeAuthority')}
              </Button>
            )
          }
        >
          {license.authority ? (
            <Words authority={license.authority} />
          ) : (
            <p className="quiet">{t('products.usual')}</p>
          )}
        </Section>
      ))}
      {changed && <License product={product} license={changed} close={() => setChanged(undefined)} />}
    </>
  );
}

/** What the organization of the person may do with a product of another one. */
export function OwnAuthority({ product }: { product: ListedProduct }) {
  const found = useRead(['products', product.productId, 'authority'], (signal) =>
    ioi.products.authority(product.productId, { signal }),
  );
  return (
    <Loaded query={found}>
      {({ authority }) => (authority ? <Words authority={authority} /> : <p>{t('products.usual')}</p>)}
    </Loaded>
  );
}

function Words({ authority }: { authority: SellerAuthority }) {
  return (
    <ul className={s.words}>
      {wordsOfAuthority(authority).map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}
