import { Anchor, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { CaseFailure, ProductCaseReport, ProductFinding, ProductLint } from '../../api/client.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Section } from '../../parts/page.js';
import { PlainTable } from '../../parts/plain-table.js';
import { t, word } from '../../texts/texts.js';
import s from './bench.module.css';

type At = Pick<ProductFinding, 'file' | 'line' | 'column'>;
/** Shows a place in the source. */
export type Jump = (place: At) => void;

function PlaceLink({ place, jump }: { place: At; jump: Jump }) {
  return (
    <Anchor component="button" type="button" className={s.at} onClick={() => jump(place)}>
      {place.file}:{place.line}:{place.column}
    </Anchor>
  );
}

export function Linted({
  lint: { sound, errors, warnings, issues, otherSheets },
  jump,
}: {
  lint: ProductLint;
  jump: Jump;
}) {
  return (
    <Section title={t('products.linted')}>
      <p role="status">
        <Badge tone={sound ? 'good' : 'bad'}>{sound ? t('products.sound') : t('products.unsound')}</Badge>{' '}
        {t('products.errors', { n: errors })}, {t('products.warnings', { n: warnings })}
      </p>
      <Findings findings={issues} jump={jump} />
      {otherSheets.length > 0 && <p>{t('products.otherSheets', { names: otherSheets.join(', ') })}</p>}
    </Section>
  );
}

export function Findings({ findings, jump }: { findings: readonly ProductFinding[]; jump: Jump }) {
  return (
    <ul className={s.findings}>
      {findings.map((finding) => {
        const { severity, file, line, column, path, message } = finding;
        return (
          <li key={`${file} ${line} ${column} ${path} ${message}`}>
            <span>
              <Badge tone={severity === 'ERROR' ? 'bad' : 'warn'}>{word('severity', severity)}</Badge>{' '}
              <PlaceLink place={finding} jump={jump} />
            </span>
            <span>{message}</span>
            <code className="quiet">{path}</code>
          </li>
        );
      })}
    </ul>
  );
}

/** How the cases came out. Results that are right are chosen, and take the place of what their cases expect. */
export function Rated({
  report: { cases, passed, failures },
  jump,
  accept,
  busy,
}: {
  report: ProductCaseReport;
  jump: Jump;
  accept: (names: string[]) => void;
  busy: boolean;
}) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const names = failures.map((failure) => failure.case);
  return (
    <Section
      title={t('products.casesRun')}
      actions={
        failures.length > 0 && (
          <>
            <Button look="plain" onClick={() => setChosen(chosen.length === names.length ? [] : names)}>
              {chosen.length === names.length ? t('products.chooseNone') : t('products.chooseAll')}
            </Button>
            <Button busy={busy} disabled={chosen.length === 0} onClick={() => accept([...chosen])}>
              {t('products.accept', { n: chosen.length })}
            </Button>
          </>
        )
      }
    >
      <p role="status">
        <Badge tone={failures.length === 0 ? 'good' : 'bad'}>
          {t('products.passed', { passed, n: cases })}
        </Badge>
      </p>
      {failures.length > 0 && <p className="quiet">{t('products.acceptSays')}</p>}
      <Checkbox.Group value={[...chosen]} onChange={setChosen} aria-label={t('products.casesRun')}>
        <ul className={s.findings}>
          {failures.map((failure) => (
            <Failed key={`${failure.file} ${failure.line}`} failure={failure} jump={jump} />
          ))}
        </ul>
      </Checkbox.Group>
    </Section>
  );
}

function Failed({ failure, jump }: { failure: CaseFailure; jump: Jump }) {
  const { differences, step, messages } = failure;
  return (
    <li>
      <Checkbox value={failure.case} label={failure.case} />
      <PlaceLink place={failure} jump={jump} />
      <PlainTable
        label={failure.case}
        isEven
        isSmall
        hasNumbers
        head={[t('products.value'), t('products.expects'), t('products.got')]}
        rows={differences.map(({ key, expected, got }) => ({
          key,
          name: key,
          cells: [<del key="expected">{expected}</del>, <ins key="got">{got ?? '–'}</ins>],
        }))}
      />
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
