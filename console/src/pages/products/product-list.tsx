import { ioi, type ListedProduct } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { ButtonLink } from '../../parts/button.js';
import type { Column } from '../../parts/column.js';
import { Empty, Page } from '../../parts/page.js';
import { ListTable } from '../../parts/table.js';
import { may } from '../../session/me.js';
import { number } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';

const idOf = ({ productId }: ListedProduct) => productId;

/** The products that the organization owns or sells. */
export function ProductList() {
  const query = { size: 100 };
  const list = useList(['products', 'list'], (signal) => ioi.products.list(query, { signal }), idOf);
  const columns: Column<ListedProduct>[] = [
    { id: 'name', title: t('products.name') },
    {
      title: t('products.live'),
      cell: ({ live }) => live?.version ?? <span className="quiet">{t('products.notLive')}</span>,
      width: '120px',
    },
    { id: 'key', title: t('products.key'), width: '200px', wide: true },
    {
      title: t('products.owner'),
      cell: (product) => product.ownerOrganizationName,
      width: '240px',
      wide: true,
    },
    {
      title: t('products.builds'),
      cell: ({ builds }) => number(builds),
      align: 'end',
      width: '88px',
      wide: true,
    },
  ];
  return (
    <Page
      title={t('products.title')}
      actions={
        may('products:write') && (
          <ButtonLink to="/products/check" look="main">
            {t('products.check')}
          </ButtonLink>
        )
      }
    >
      <ListTable
        label={t('products.title')}
        list={list}
        columns={columns}
        keyOf={idOf}
        to={({ productId }) => `/products/${productId}`}
        empty={
          <Empty
            action={
              may('products:write') && <ButtonLink to="/products/check">{t('products.check')}</ButtonLink>
            }
          >
            {t(may('products:write') ? 'products.noneYet' : 'products.none')}
          </Empty>
        }
      />
    </Page>
  );
}
