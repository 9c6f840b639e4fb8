import {
  boolean,
  date,
  integer,
  json,
  madeBy,
  text,
  timestamp,
  type WarehouseTable,
} from './warehouse-table.js';

/** Organizations, products, and the events that were fired. */
export const tablesOfProducts: readonly WarehouseTable[] = [
  {
    name: 'organizations',
    key: ['organization_id'],
    columns: {
      organization_id: text('o.id'),
      name: text('o.name'),
      time_zone: text('o.time_zone'),
      recorded_at: timestamp('o.created_at'),
    },
    from: 'organizations o',
  },
  {
    name: 'products',
    key: ['product_id'],
    columns: {
      product_id: text('p.id'),
      owner_organization_id: text('p.owner_organization_id'),
      key: text('p.key'),
      name: text('p.name'),
      recorded_at: timestamp('p.created_at'),
    },
    from: 'products p',
  },
  {
    name: 'product_versions',
    key: ['product_version_id'],
    columns: {
      product_version_id: text('v.id'),
      product_id: text('v.product_id'),
      version: text('v.version'),
      build_number: integer('v.build_number'),
      sha256: text('v.sha256'),
      currency: text('versions.currency'),
      exposure_name: text('versions.exposure'),
      recorded_at: timestamp('v.created_at'),
      archived_at: timestamp('v.archived_at'),
    },
    from: 'product_versions v join versions on versions.id = v.id',
  },
  {
    name: 'product_deployments',
    key: ['product_deployment_id'],
    columns: {
      product_deployment_id: text('d.id'),
      product_id: text('d.product_id'),
      product_version_id: text('d.product_version_id'),
      environment: text('d.environment'),
      effective_date: date('d.effective_date'),
      recorded_at: timestamp('d.deployed_at'),
      withdrawn_at: timestamp('d.withdrawn_at'),
    },
    from: 'product_deployments d',
  },
  {
    name: 'product_licenses',
    key: ['product_id', 'organization_id'],
    columns: {
      product_id: text('l.product_id'),
      organization_id: text('l.organization_id'),
      authority: json('l.authority'),
      commission: json('l.commission'),
      recorded_at: timestamp('l.created_at'),
    },
    from: 'product_licenses l',
  },
  {
    name: 'events',
    key: ['event_id'],
    columns: {
      event_id: text('e.trigger_request_id'),
      organization_id: text('e.organization_id'),
      type: text('e.type'),
      state: text('e.state'),
      product_id: text('e.product_id'),
      product_version_id: text('e.product_version_id'),
      client_id: text('e.client_id'),
      policy_id: text('e.policy_id'),
      batch_id: text('e.batch_id'),
      parent_event_id: text('e.parent_trigger_request_id'),
      by_service: boolean('e.by_service'),
      recorded_at: timestamp('e.created_at'),
      closed_at: timestamp('e.closed_at'),
      ...madeBy('e.fired_by'),
    },
    from: 'events e where e.clock_id is null',
    recorded: 'e.created_at',
    touches: [
      {
        rows: 'events e where e.created_at >= :recent or e.closed_at >= :recent or e.closed_at is null',
      },
      // A book brings those of earlier years.
      { kind: 'POLICY', rows: 'events e where e.policy_id in (:changed)' },
    ],
  },
];
