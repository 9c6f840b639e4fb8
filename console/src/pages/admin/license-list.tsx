import { ioi, type ListedProduct } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { Badge } from '../../parts/badge.js';
import type { Column } from '../../parts/column.js';
import { Empty } from '../../parts/page.js';
import { ListTable } from '../../parts/table.js';
import { me } from '../../session/me.js';
import { hasPage } from '../../shell/areas.js';
import { t } from '../../texts/texts.js';

const idOf = ({ productId }: ListedProduct) => productId;
const isOwn = ({ ownerOrganizationId }: ListedProduct) => ownerOrganizationId === me().organizationId;

/** Where its licenses are granted, or the authority of the organization is told. */
const pageOf = ({ productId }: ListedProduct) => `/products/${productId}?tab=licenses`;

/** The organization's products with who is licensed to sell them, and those of others that it sells. */
export function LicenseList() {
  const list = useList(
    ['products', 'licenses'],
    (signal) => ioi.products.list({ size: 100 }, { signal }),
    idOf,
  );
  const columns: Column<ListedProduct>[] = [
    { id: 'name', title: t('quotes.product') },
    {
      title: t('admin.license'),
      cell: (product) => (
        <Badge tone={isOwn(product) ? undefined : 'info'}>
          {t(isOwn(product) ? 'admin.own' : 'admin.received')}
        </Badge>
      ),
      width: '130px',
    },
    { id: 'ownerOrganizationName', title: t('admin.insurer'), wide: true },
    {
      title: t('admin.sellers'),
      cell: (product) =>
        isOwn(product)
          ? product.licensedTo.map(({ organizationName }) => organizationName).join(', ') || '–'
          : me().organizationName,
      wide: true,
    },
  ];
  return (
    <>
      <p className="quiet">{t('admin.licensesDetail')}</p>
      <ListTable
        label={t('admin.licenses')}
        list={list}
        columns={columns}
        keyOf={idOf}
        to={hasPage('/products/:productId') ? pageOf : undefined}
        empty={<Empty>{t('admin.noLicenses')}</Empty>}
      />
    </>
  );
}
