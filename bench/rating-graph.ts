import type { ProductDefinition } from '../domain/product/definition.js';

type Tables = ProductDefinition['tables'];
type Cell = Tables[string]['rows'][number][number];
type Node = { id: string; name: string; type: string; content?: object };

/**
 * The standard plan of `general-liability` as a decision graph: the product's tables as decision tables, the
 * rest as expressions, one node after the other, and nodes for locations once per location. Its input is the
 * answers as a JSON object, read and with defaults. It omits the checks of answers and the allocation of a
 * minimum premium.
 */
export function decisionGraph(tables: Tables) {
  const ofTable = (name: string, title: string, fields: string[], columns: [number, string][], extra = {}) =>
    tableNode(title, tables[name]?.rows ?? [], fields, columns, extra);
  const each = { inputField: 'locations', outputPath: 'locations', executionMode: 'loop' };
  const nodes: Node[] = [
    ofTable(
      'classCodes',
      'classes',
      ['naics'],
      columnsOf(1, 'description hazard basis premisesRate productsRate'),
    ),
    ofTable('experience', 'experience', ['claims', 'incurred'], [[2, 'experience']]),
    ofTable('yearsInBusiness', 'years', ['years'], [[1, 'yearsFactor']]),
    ofTable('deductibles', 'deductibles', ['deductible'], [[1, 'deductibleFactor']]),
    ofTable('limits', 'limits', ['limit', 'hazard'], columnsOf(4, 'premisesLimit productsLimit')),
    ofTable('states', 'governing state', ['state'], columnsOf(3, 'auto surchargeRate policyFee')),
    expressionNode('exposures', {
      revenue: 'sum(map(locations, #.revenue))',
      risk: 'deductibleFactor * experience * yearsFactor',
      locations: `map(locations, { state: #.state, setting: #.setting, interest: #.interest, basis: basis, units:
        (basis == 'PAYROLL' ? #.payroll : basis == 'REVENUE' ? #.revenue : #.area) / 1000 })`,
    }),
    ofTable('settings', 'territories', ['state', 'setting'], [[2, 'territory']], each),
    ofTable('states', 'states', ['state'], columnsOf(1, 'premisesFactor productsFactor'), each),
    ofTable('interests', 'interests', ['interest'], [[1, 'interestFactor']], each),
    tableNode(
      'sizes',
      curveRows(tables.exposureSize?.rows ?? [], 'units'),
      ['basis', 'units'],
      [[2, 'size']],
      each,
    ),
    ofTable('alcohol', 'alcohol', ['alcoholShare'], [[1, 'alcoholFactor']]),
    ofTable('rentedPremises', 'rented premises', ['rentedLimit'], [[1, 'rentedShare']]),
    ofTable('medical', 'medical', ['medicalLimit'], [[1, 'medicalEach']]),
    ofTable('hiredAuto', 'hired auto', ['drivers'], [[1, 'autoPremium']]),
    tableNode(
      'data breach',
      curveRows(tables.dataBreach?.rows ?? [], 'revenue'),
      ['breachLimit', 'revenue'],
      [[2, 'breachPremium']],
    ),
    ofTable('minimumPremiums', 'minimum', ['hazard'], [[1, 'minimum']]),
    expressionNode('premiums', {
      exposure: `sum(map(locations, #.units * #.size * #.territory * #.premisesFactor * #.interestFactor)) * premisesRate`,
      made: 'sum(map(locations, #.units * #.size * #.territory * #.productsFactor)) * productsRate',
      subcontracted: 'subcontractors ? subcontractedCost / 1000 * (certificates ? 1.6 : 5.4) : 0',
      surcharge: "naics in ['445110', '722410', '722511', '722513'] ? alcoholFactor : 1",
      PREMISES: 'round(($.exposure + $.subcontracted) * $.surcharge * premisesLimit * risk)',
      PRODUCTS: 'products ? round($.made * productsLimit * risk) : 0',
      RENTED_PREMISES: 'round($.PREMISES * rentedShare)',
      MEDICAL: 'medicalEach * len(locations)',
      ADDITIONAL_INSUREDS:
        "insureds == 'SCHEDULED' ? min([insuredCount * 50, 350]) : insureds == 'BLANKET' ? 350 : 0",
      HIRED_AUTO: 'hiredAuto ? round(autoPremium * auto * premisesLimit) : 0',
      DATA_BREACH: 'dataBreach ? round(breachPremium) : 0',
      TERRORISM: 'terrorism ? max([round(($.PREMISES + $.PRODUCTS) * 0.01), 5]) : 0',
      coverages: `$.PREMISES + $.PRODUCTS + $.RENTED_PREMISES + $.MEDICAL + $.ADDITIONAL_INSUREDS + $.HIRED_AUTO
        + $.DATA_BREACH + $.TERRORISM`,
      premium: 'round(max([$.coverages, minimum]))',
      STATE_SURCHARGE: 'round($.premium * surchargeRate * 100) / 100',
      MUNICIPAL_TAX: "state == 'KY' ? round($.premium * 5) / 100 : 0",
      POLICY_FEE: 'policyFee',
    }),
  ];
  const ends = (id: string): Node => ({ id, name: id, type: `${id}Node`, content: {} });
  const all = [ends('input'), ...nodes, ends('output')];
  const edges = all.slice(1).map(({ id }, index) => ({
    id: `to ${id}`,
    sourceId: all[index]?.id,
    targetId: id,
    type: 'edge',
  }));
  return { nodes: all, edges };
}

function columnsOf(first: number, names: string): [number, string][] {
  return names.split(' ').map((name, index) => [first + index, name]);
}

const once = { inputField: null, outputPath: null, executionMode: 'single' };

function expressionNode(name: string, expressions: Record<string, string>): Node {
  const list = Object.entries(expressions).map(([key, value]) => ({ id: key, key, value }));
  const content = { expressions: list, passThrough: true, ...once };
  return { id: name, name, type: 'expressionNode', content };
}

function tableNode(
  name: string,
  rows: readonly (readonly Cell[])[],
  fields: readonly string[],
  columns: readonly [number, string][],
  how: object = {},
): Node {
  const content = {
    hitPolicy: 'first',
    inputs: fields.map((field) => ({ id: `in ${field}`, name: field, field })),
    outputs: columns.map(([, field]) => ({ id: `out ${field}`, name: field, field })),
    rules: rows.map((row, index) => ({
      _id: String(index),
      ...Object.fromEntries(fields.map((field, place) => [`in ${field}`, tested(row[place])])),
      ...Object.fromEntries(columns.map(([place, field]) => [`out ${field}`, literal(row[place])])),
    })),
    passThrough: true,
    ...once,
    ...how,
  };
  return { id: name, name, type: 'decisionTableNode', content };
}

/** A cell as the test of its key; an empty one matches everything. */
function tested(cell: Cell | undefined): string {
  if (!Array.isArray(cell)) return cell === '*' ? '' : literal(cell);
  const [from = null, to = null] = cell;
  return [...(from === null ? [] : [`>= ${from}`]), ...(to === null ? [] : [`< ${to}`])].join(' and ');
}

/** A text with `=` in front is an expression already. */
function literal(cell: Cell | undefined): string {
  if (typeof cell === 'string') return cell.startsWith('=') ? cell.slice(1) : JSON.stringify(cell);
  return String(cell ?? '');
}

/** Each section of a curve as a row whose result is the interpolated point. */
function curveRows(rows: readonly (readonly Cell[])[], at: string): Cell[][] {
  return rows.map(([name = '', from = 0, value = 0], index): Cell[] => {
    const [same, to, next] = rows[index + 1] ?? [];
    if (same !== name) return [name, [Number(from), null], value];
    const rise = `(${Number(next)} - ${Number(value)}) * (${at} - ${Number(from)}) / (${Number(to)} - ${Number(from)})`;
    return [name, [Number(from), Number(to)], `=${Number(value)} + ${rise}`];
  });
}
