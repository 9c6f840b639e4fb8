import { useState } from 'react';
import { Link } from 'wouter';
import {
  type CaseFailure,
  type ImportedProductVersion,
  ioi,
  type ProductCaseReport,
  type ProductFinding,
  type ProductLint,
  type SentProduct,
} from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Actions, Confirm } from '../../parts/dialog.js';
import { Field, SelectField, TextAreaField, TextField } from '../../parts/field.js';
import { Empty, Page, Section } from '../../parts/page.js';
import { Problem } from '../../parts/states.js';
import { may } from '../../session/me.js';
import { t, word } from '../../texts/texts.js';
import s from './products.module.css';
import { type Files, isProductFile, readFiles } from './sent-files.js';

const pastedName = 'product.yaml';

/** Checks a product file, rates its cases, and imports it as a new version. */
export function CheckPage() {
  const [files, setFiles] = useState<Files>({});
  const [chosen, setChosen] = useState<string>();
  const [message, setMessage] = useState('');
  const [isAsking, setAsking] = useState(false);
  const names = Object.keys(files);
  const products = names.filter(isProductFile);
  const product = products.find((each) => each === chosen) ?? products[0];
  const sent: SentProduct | undefined = product === undefined ? undefined : { product, files };

  const lint = useAction((body: SentProduct) => ioi.products.lint(body), {});
  const cases = useAction((body: SentProduct) => ioi.products.test(body), {});
  const bring = useAction(
    (body: SentProduct) =>
      ioi.products.import({ ...body, ...(message.trim() && { message: message.trim() }) }),
    { changes: [['products']], then: () => setAsking(false) },
  );
  const actions = [lint, cases, bring];
  const isBusy = actions.some(({ isPending }) => isPending);
  const change = (after: Files) => {
    setFiles(after);
    for (const each of actions) each.reset();
  };
  const paste = (text: string) => change(text.trim() === '' ? {} : { [pastedName]: text });
  const pasted = files[pastedName];

  if (!may('products:write'))
    return (
      <Page title={t('products.check')}>
        <Empty>{t('shell.nothingHereDetail')}</Empty>
      </Page>
    );
  return (
    <Page title={t('products.check')}>
      <Section title={t('products.files')}>
        <Field label={t('products.chooseFiles')} hint={t('products.chooseHint')}>
          {(control) => (
            <input
              {...control}
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
        <TextAreaField
          label={t('products.paste')}
          rows={8}
          spellCheck={false}
          value={names.length === 1 && typeof pasted === 'string' ? pasted : ''}
          onValue={paste}
        />
        {products.length > 1 && (
          <SelectField
            label={t('products.productFile')}
            value={product ?? ''}
            choices={products.map((each) => [each, each] as const)}
            onValue={setChosen}
          />
        )}
        {names.length > 0 && <p className="quiet">{names.join(', ')}</p>}
        {names.length > 0 && !product && <p role="alert">{t('products.noProductFile')}</p>}
        {sent && (
          <Actions>
            <Button busy={isBusy} onClick={() => lint.mutate(sent)}>
              {t('products.lint')}
            </Button>
            <Button busy={isBusy} onClick={() => cases.mutate(sent)}>
              {t('products.runCases')}
            </Button>
            <Button look="main" busy={isBusy} onClick={() => setAsking(true)}>
              {t('products.import')}
            </Button>
          </Actions>
        )}
      </Section>
      {lint.error && <Problem error={lint.error} />}
      {cases.error && <Problem error={cases.error} />}
      {lint.data && <Linted lint={lint.data} />}
      {cases.data && <Rated report={cases.data} />}
      {bring.data && <Imported imported={bring.data} />}
      {isAsking && sent && (
        <Confirm
          title={t('products.importTitle', { file: sent.product })}
          action={t('products.import')}
          act={bring}
          confirm={() => bring.mutate(sent)}
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

function Linted({ lint: { sound, errors, warnings, issues, otherSheets } }: { lint: ProductLint }) {
  return (
    <Section title={t('products.linted')}>
      <p role="status">
        <Badge tone={sound ? 'good' : 'bad'}>{sound ? t('products.sound') : t('products.unsound')}</Badge>{' '}
        {t('products.errors', { n: errors })}, {t('products.warnings', { n: warnings })}
      </p>
      <Findings findings={issues} />
      {otherSheets.length > 0 && <p>{t('products.otherSheets', { names: otherSheets.join(', ') })}</p>}
    </Section>
  );
}

function Findings({ findings }: { findings: readonly ProductFinding[] }) {
  return (
    <ul className={s.findings}>
      {findings.map(({ severity, file, line, column, path, message }) => (
        <li key={`${file} ${line} ${column} ${path} ${message}`}>
          <span>
            <Badge tone={severity === 'ERROR' ? 'bad' : 'warn'}>{word('severity', severity)}</Badge>{' '}
            <code>
              {file}:{line}:{column}
            </code>
          </span>
          <span>{message}</span>
          <code className="quiet">{path}</code>
        </li>
      ))}
    </ul>
  );
}

function Rated({ report: { cases, passed, failures } }: { report: ProductCaseReport }) {
  return (
    <Section title={t('products.casesRun')}>
      <p role="status">
        <Badge tone={failures.length === 0 ? 'good' : 'bad'}>
          {t('products.passed', { passed, n: cases })}
        </Badge>
      </p>
      <ul className={s.findings}>
        {failures.map((failure) => (
          <Failed key={`${failure.file} ${failure.line}`} failure={failure} />
        ))}
      </ul>
    </Section>
  );
}

function Failed({ failure }: { failure: CaseFailure }) {
  const { file, line, column, differences, step, messages } = failure;
  return (
    <li>
      <span>
        <strong>{failure.case}</strong>{' '}
        <code>
          {file}:{line}:{column}
        </code>
      </span>
      {differences.map(({ key, expected, got }) => (
        <span key={key}>{t('products.expected', { key, expected, got: got ?? '–' })}</span>
      ))}
      {step && (
        <span className="quiet">
          {t('products.firstStep', { number: step.number, section: step.section, step: step.step })}:{' '}
          {step.did}
        </span>
      )}
      {messages.map(({ code, message }) => (
        <span className="quiet" key={`${code} ${message}`}>
          {message}
        </span>
      ))}
    </li>
  );
}

function Imported({ imported }: { imported: ImportedProductVersion }) {
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
      <Findings findings={warnings} />
    </Section>
  );
}
