import {
  type Environment,
  ioi,
  type ListedDeployment,
  type ListedProduct,
  type ListedVersion,
} from '../../api/client.js';
import { addDays, today } from '../../api/days.js';
import { useAction } from '../../api/queries.js';
import { Confirm } from '../../parts/dialog.js';
import { SelectField, TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useFields } from '../../parts/use-fields.js';
import { me } from '../../session/me.js';
import { day } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { environments, nameOf, nextAfter, versionOn } from './record.js';

interface Asked {
  product: ListedProduct;
  version: ListedVersion;
  close: () => void;
}

const changes = [['products']];

/** Puts a version on the timeline of an environment, after saying which dates it will cover. */
export function Deploy({ product, version, close }: Asked) {
  const [values, field] = useFields(() => ({ environment: me().environment, effectiveDate: today() }));
  const { environment, effectiveDate } = values;
  const deploy = useAction(() => ioi.products.deployVersion(version.versionId, values), {
    done: ({ lintError }) => lintError ?? t('products.deployed', { version: nameOf(version), environment }),
    changes,
    then: close,
  });
  return (
    <FormDialog
      title={t('products.deployTitle', { product: product.name, version: nameOf(version) })}
      says={effectiveDate && <WhatDeployDoes product={product} version={version} {...values} />}
      action={t('products.deploy')}
      disabled={effectiveDate === ''}
      act={deploy}
      fields={field.pointers}
      close={close}
    >
      <SelectField
        label={t('products.environment')}
        choices={environments.map((each) => [each, each] as const)}
        {...field('environment', deploy)}
      />
      <TextField
        type="date"
        required
        label={t('products.from')}
        hint={t('products.fromHint')}
        {...field('effectiveDate', deploy)}
      />
    </FormDialog>
  );
}

function WhatDeployDoes({
  product: { versions },
  version,
  environment,
  effectiveDate,
}: {
  product: ListedProduct;
  version: ListedVersion;
  environment: Environment;
  effectiveDate: string;
}) {
  const before = versionOn(versions, environment, effectiveDate);
  const next = nextAfter(versions, environment, effectiveDate);
  const given = { version: nameOf(version), environment, from: day(effectiveDate) };
  return (
    <>
      <p>
        {next
          ? t('products.deployUntil', {
              ...given,
              until: day(addDays(next.from, -1)),
              next: nameOf(next.version),
            })
          : t('products.deployOn', given)}
      </p>
      <p>
        {before?.versionId === version.versionId
          ? t('products.deploySame')
          : before
            ? t('products.deployInstead', { before: nameOf(before), from: day(effectiveDate) })
            : t('products.deployFirst', { environment })}
      </p>
      <p className="quiet">
        {environment === me().environment
          ? t('products.sellsHere')
          : t('products.sellsElsewhere', { environment })}
      </p>
    </>
  );
}

/** Takes a deployment off its timeline, after saying what covers its dates then. */
export function Withdraw({
  product,
  version,
  deployment: { environment, effectiveDate },
  close,
}: Asked & { deployment: ListedDeployment }) {
  const withdraw = useAction(
    () => ioi.products.withdrawVersion(version.versionId, { environment, effectiveDate }),
    { done: () => t('products.withdrawn', { version: nameOf(version), environment }), changes, then: close },
  );
  const others = product.versions.map((each) => ({
    ...each,
    deployments: each.deployments.filter(
      (other) =>
        each.versionId !== version.versionId ||
        other.environment !== environment ||
        other.effectiveDate !== effectiveDate,
    ),
  }));
  const then = versionOn(others, environment, effectiveDate);
  const given = { from: day(effectiveDate), environment };
  return (
    <Confirm
      title={t('products.withdrawTitle', { product: product.name, version: nameOf(version) })}
      action={t('products.withdraw')}
      danger
      act={withdraw}
      close={close}
    >
      <p>
        {then
          ? t('products.withdrawThen', { ...given, then: nameOf(then) })
          : t('products.withdrawNothing', given)}
      </p>
      <p className="quiet">{t('products.withdrawKept')}</p>
    </Confirm>
  );
}

/** Takes a version off every timeline for good. */
export function Archive({ product, version, close }: Asked) {
  const archive = useAction(() => ioi.products.archiveVersion(version.versionId), {
    done: () => t('products.archivedNow', { version: nameOf(version) }),
    changes,
    then: close,
  });
  const places = version.deployments.map(
    ({ environment, effectiveDate }) => `${environment} ${day(effectiveDate)}`,
  );
  return (
    <Confirm
      title={t('products.archiveTitle', { product: product.name, version: nameOf(version) })}
      action={t('products.archive')}
      danger
      act={archive}
      close={close}
    >
      <p>
        {places.length === 0
          ? t('products.archiveUnused')
          : t('products.archivePlaces', { places: places.join(', ') })}
      </p>
      <p>{t('products.archiveForGood')}</p>
      <p className="quiet">{t('products.withdrawKept')}</p>
    </Confirm>
  );
}
