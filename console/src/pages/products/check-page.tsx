import { Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ImportedProductVersion } from '../../api/client.js';
import { Button } from '../../parts/button.js';
import { WhomToAsk } from '../../parts/denied.js';
import { Confirm } from '../../parts/dialog.js';
import { keepFile } from '../../parts/download.js';
import { Field, SelectField, TextField } from '../../parts/field.js';
import { Help } from '../../parts/help.js';
import { Empty, Page, Section } from '../../parts/page.js';
import { Problem } from '../../parts/states.js';
import { may } from '../../session/me.js';
import { t } from '../../texts/texts.js';
import s from './bench.module.css';
import { Findings, type Jump, Linted, Rated } from './findings.js';
import { readFiles } from './sent-files.js';
import { Source } from './source.js';
import { useWorkbench, type Workbench } from './workbench.js';

/** Checks a product file, rates its cases, accepts what is right in them, and imports it as a new version. */
export function CheckPage() {
  const [message, setMessage] = useState('');
  const [isAsking, setAsking] = useState(false);
  const bench = useWorkbench({ imported: () => setAsking(false) });
  const { sent, isBusy, lint, cases, bring } = bench;
  if (!may('products:write'))
    return (
      <Page title={t('products.check')}>
        <Empty>
          <WhomToAsk needs={['products:write']} />
        </Empty>
      </Page>
    );
  return (
    <Page
      title={t('products.check')}
      beside={<Help term="lint" />}
      actions={
        sent && (
          <>
            <Button busy={isBusy} onClick={() => lint.mutate(sent)}>
              {t('products.lint')}
            </Button>
            <Button busy={isBusy} onClick={() => cases.mutate(sent)}>
              {t('products.runCases')}
            </Button>
            <Button look="main" busy={isBusy} onClick={() => setAsking(true)}>
              {t('products.import')}
            </Button>
          </>
        )
      }
    >
      <div className={s.bench}>
        <FilesPane bench={bench} />
        <Found bench={bench} />
      </div>
      {isAsking && sent && (
        <Confirm
          title={t('products.importTitle', { file: sent.product })}
          action={t('products.import')}
          act={bring}
          submit={() => bring.mutate({ body: sent, message: message.trim() })}
          close={() => setAsking(false)}
        >
          <p>{t('products.importDetail')}</p>
          <TextField
            label={t('products.purpose')}
            hint={t('products.optional')}
            value={message}
            onValue={setMessage}
          />
        </Confirm>
      )}
    </Page>
  );
}

function FilesPane({ bench }: { bench: Workbench }) {
  const { files, names, products, product, shown, marked, place, change, choose, open, write } = bench;
  const content = files[shown];
  return (
    <Stack gap={16} miw={0}>
      <Field label={t('products.chooseFiles')} hint={t('products.chooseHint')}>
        {(control) => (
          <input
            {...control}
            className={s.drop}
            type="file"
            multiple
            accept=".yaml,.yml,.json,.csv,.xlsx"
            onChange={(event) => {
              const input = event.currentTarget;
              const list = [...(input.files ?? [])];
              // So that the same file can be chosen again after it was edited.
              input.value = '';
              if (list.length > 0) void readFiles(list).then(change);
            }}
          />
        )}
      </Field>
      {names.length > 0 && !product && <p role="alert">{t('products.noProductFile')}</p>}
      {products.length > 1 && (
        <SelectField
          label={t('products.productFile')}
          value={product ?? ''}
          choices={products.map((each) => [each, each] as const)}
          onValue={choose}
        />
      )}
      {names.length > 1 && (
        <SelectField
          label={t('products.shownFile')}
          value={shown}
          choices={names.map((each) => [each, each] as const)}
          onValue={open}
        />
      )}
      {typeof content === 'object' ? (
        <Empty>{t('products.noText', { file: shown })}</Empty>
      ) : (
        <Source
          label={names.length === 0 ? t('products.paste') : shown}
          text={content ?? ''}
          place={place}
          marked={marked}
          onText={write}
        />
      )}
    </Stack>
  );
}

/** What was found in the files, with its places in them. */
function Found({ bench }: { bench: Workbench }) {
  const { sent, lint, cases, bring, accept, accepted, errors, jump, isBusy } = bench;
  const isAny = lint.data ?? cases.data ?? bring.data ?? errors[0] ?? accepted;
  return (
    <Stack gap={16} miw={0}>
      {!isAny && <Empty>{t(sent ? 'products.nextCheck' : 'products.nextFile')}</Empty>}
      {errors.map((error) => (
        <Problem key={error.message} error={error} />
      ))}
      {accepted && <Accepted bench={bench} {...accepted} />}
      {lint.data && <Linted lint={lint.data} jump={jump} />}
      {cases.data && sent && (
        <Rated
          report={cases.data}
          jump={jump}
          busy={isBusy}
          accept={(wanted) => accept.mutate({ body: sent, wanted })}
        />
      )}
      {bring.data && <Imported imported={bring.data} jump={jump} />}
    </Stack>
  );
}

function Accepted({ bench: { files, names }, n, left }: { bench: Workbench; n: number; left: string[] }) {
  return (
    <Stack gap={8} align="flex-start" role="status">
      <p>
        {t('products.acceptedNow', { n })}{' '}
        {left.length > 0 && t('products.leftByHand', { names: left.join(', ') })}
      </p>
      {names
        .filter((each) => /\.cases\.ya?ml$/.test(each))
        .map((each) => (
          <Button key={each} onClick={() => void keepFile(new Response(String(files[each])), each)}>
            {t('products.downloadFile', { file: each })}
          </Button>
        ))}
    </Stack>
  );
}

function Imported({ imported, jump }: { imported: ImportedProductVersion; jump: Jump }) {
  const { productId, versionId, version, buildNumber, created, cases, warnings, restoredBuildNumber } =
    imported;
  return (
    <Section title={t('products.imported')}>
      <p role="status">
        {created
          ? t('products.importedAs', { version, build: buildNumber, n: cases })
          : t('products.importedBefore', { version, build: buildNumber })}{' '}
        {restoredBuildNumber !== null && t('products.restores', { build: restoredBuildNumber })}
      </p>
      <p>
        <Link href={`/products/${productId}/versions/${versionId}?tab=compare`}>
          {t('products.seeChanges')}
        </Link>{' '}
        · <Link href={`/products/${productId}`}>{t('products.goDeploy')}</Link>
      </p>
      <Findings findings={warnings} jump={jump} />
    </Section>
  );
}
