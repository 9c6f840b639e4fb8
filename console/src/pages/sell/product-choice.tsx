import { Link } from 'wouter';
import { type DraftHead, ioi, type ListedProduct } from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { text, useFilters } from '../../parts/filters.js';
import { Empty, Page } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { me } from '../../session/me.js';
import { ago } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import s from './sell.module.css';

const filters = { clientId: text, clockId: text };

/** The products that the organization can quote today: its own, and those that it is licensed to sell. */
export function ProductChoice() {
  const [given] = useFilters(filters);
  const search = new URLSearchParams(given).toString();
  const products = useRead(['products', 'to sell'], async (signal) => {
    const { content } = await ioi.products.list({ size: 100 }, { signal });
    return content.filter(({ live }) => live?.generatesQuotes);
  });
  const drafts = useRead(
    ['drafts', 'sales'],
    async (signal) => (await ioi.authentication.listMyDrafts({ signal })).drafts,
  );
  const draftOf = (productId: string) =>
    drafts.data?.find(({ kind, subjectId }) => kind === 'SALE' && subjectId === productId);
  return (
    <Page title={t('sell.title')}>
      <Loaded query={products}>
        {(found) =>
          found.length === 0 ? (
            <Empty>{t('sell.noProducts')}</Empty>
          ) : (
            <ul className={s.products}>
              {found.map((product) => (
                <li key={product.productId}>
                  <Link href={`/sell/${product.productId}${search && `?${search}`}`}>
                    <strong>{product.name}</strong>
                    <span className="quiet">{detailOf(product)}</span>
                    <DraftLine draft={draftOf(product.productId)} />
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  );
}

/** It is always there, so that nothing moves when drafts have been read. */
function DraftLine({ draft }: { draft: DraftHead | undefined }) {
  return (
    <span className={s.draft}>
      {draft?.updatedTimestamp &&
        t('sell.draftFor', {
          name: draft.title ?? t('clients.noName'),
          ago: ago(draft.updatedTimestamp),
        })}
    </span>
  );
}

function detailOf({ ownerOrganizationId, ownerOrganizationName, live }: ListedProduct): string {
  const version = t('sell.version', { version: live?.version ?? '' });
  return ownerOrganizationId === me().organizationId ? version : `${ownerOrganizationName} · ${version}`;
}
