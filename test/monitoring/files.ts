import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** The folder of rules and dashboards. */
export const monitoring = path.resolve('temporal-docker/monitoring');

export interface Target {
  expr: string;
  legendFormat: string;
}

export interface Panel {
  id: number;
  title: string;
  fieldConfig: { defaults: { unit: string } };
  targets: Target[];
}

export interface Dashboard {
  uid: string;
  title: string;
  panels: Panel[];
}

export interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  annotations?: { summary: string; runbook_url: string };
}

export function dashboards(): Dashboard[] {
  const folder = path.join(monitoring, 'dashboards');
  return readdirSync(folder).map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
}

export function rules(): Rule[] {
  const file = path.join(monitoring, 'rules.yaml');
  const { groups } = parse(readFileSync(file, 'utf8')) as { groups: { rules: Rule[] }[] };
  return groups.flatMap((group) => group.rules);
}

/** The names of the metrics in an expression. */
export function metricsIn(expression: string): string[] {
  const names =
    expression.replaceAll(/"[^"]*"/g, '').match(/\b(ioi|http|db|temporal|nodejs|process)[_:][\w:]+/g) ?? [];
  const labels =
    /^(http_(route|request_method|response_status_code)|db_client_connection_(pool_name|state))$/;
  return [...new Set(names.filter((name) => !labels.test(name)))];
}
