// A compiled rule: its source, a resolved and typed tree, and the paths it reads. Plain JSON.
import type { Text } from './text'

/** The type of a rule's value. int, money and decimal are one exact type: number. */
export type ValueType =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'record'
  | 'files'
  | 'lines'
  | 'address'
  | 'list'
  | 'table'
  | 'null'
  | 'unknown'

/**
 * The scope of a name in a rule. record: the current record (in an aggregate: the counted record); this: the record
 * that owns the rule (inside aggregates, option rules and message loops); before: the record before the transition;
 * input: the values of the form; me: the caller's account; tenant: the caller's tenant record; settings; vars: a
 * variable of the transition; period: the period of a report; measure: a measure of a report row; code: a dictionary
 * code.
 */
export type NameScope =
  | 'record'
  | 'this'
  | 'before'
  | 'input'
  | 'me'
  | 'tenant'
  | 'settings'
  | 'vars'
  | 'period'
  | 'measure'
  | 'code'

/**
 * A resolved and typed syntax tree. `path` follows references: ["author","name"]; a path of length 0 is the record's
 * id.
 */
export type RuleNode =
  | { kind: 'literal'; type: ValueType; value: string | boolean | null } // numbers as decimal text
  | { kind: 'name'; type: ValueType; scope: NameScope; path: readonly string[] }
  | { kind: 'not'; type: ValueType; of: RuleNode }
  | { kind: 'negate'; type: ValueType; of: RuleNode }
  | { kind: 'binary'; type: ValueType; op: BinaryOperator; left: RuleNode; right: RuleNode }
  | { kind: 'choose'; type: ValueType; test: RuleNode; yes: RuleNode; no: RuleNode }
  | { kind: 'list'; type: ValueType; items: readonly RuleNode[] }
  | { kind: 'index'; type: ValueType; of: RuleNode; key: RuleNode } // settings.table[key]
  | { kind: 'call'; type: ValueType; name: FunctionName; args: readonly RuleNode[] }

export type BinaryOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | '&&' | '||' | '+' | '-' | '*' | '/' | '%' | 'in'

/**
 * The functions of the rule language; each has one meaning in JavaScript and in SQL.
 * now() today(): the moment and the calendar day in the app's time zone; date(datetime): its day; daysBetween(from,
 * to): whole days between two dates or moments; addDays(date, n); addMonths(date, n); addYears(date, n);
 * weekday(date): 1 (Monday) to 7; month(date):
 * "yyyy-MM"; hour(datetime): 0 to 23 in the app's time zone; round(number, digits): half away from zero;
 * max(a,b) min(a,b) abs(n); coalesce(a,b,…);
 * size(text|list|files|lines);
 * contains/startsWith/endsWith(text, text); text(value); number(text); hasPermission('code'): whether the caller holds
 * a code; roleGrants(text): whether the caller's role grants a code; ref(number): the record of that id.
 */
export type FunctionName =
  | 'now'
  | 'today'
  | 'date'
  | 'daysBetween'
  | 'addDays'
  | 'addMonths'
  | 'addYears'
  | 'weekday'
  | 'month'
  | 'hour'
  | 'round'
  | 'max'
  | 'min'
  | 'abs'
  | 'coalesce'
  | 'size'
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'text'
  | 'number'
  | 'hasPermission'
  | 'roleGrants'
  | 'ref'

export interface Rule {
  readonly source: string
  readonly node: RuleNode
  readonly type: ValueType
  /** Paths (joined by dots) of scope `record` that the rule reads. */
  readonly readPaths: readonly string[]
}

/** Whether a part of the compiled product is a rule, for generic walks. */
export const isRule = (value: unknown): value is Rule =>
  typeof value === 'object' && value !== null && 'node' in value && 'source' in value

export interface Check {
  readonly rule: Rule
  readonly message: Text
  readonly field?: string
}

export type AggregateOperator = 'count' | 'exists' | 'every' | 'sum' | 'max' | 'min' | 'average' | 'first'
export interface Aggregate {
  readonly operator: AggregateOperator
  /** The counted entity; absent when `lines` is given. */
  readonly entity?: string
  /** The lines field of the current record that is counted. */
  readonly lines?: string
  /** The lines field of the counted entity: its lines are counted, each with its record. */
  readonly linesOfEntity?: string
  /** The path that is summed, compared or taken; absent for count, exists and every. */
  readonly field?: string
  /** Scope `record` is the counted record, scope `this` the current one. */
  readonly where?: Rule
  readonly sort?: Sort
  /** One number per value of this field; the type is then table. */
  readonly groupBy?: string
  /** Only records of the same entity up to the current one, ordered by this field and then by id. */
  readonly runningBy?: string
  /** Paths of the current record that `where` and `runningBy` read. */
  readonly readsThis: readonly string[]
  readonly type: ValueType
}

/** What an aggregate counts or takes, as it is written. */
export const countedPath = ({ entity, lines, linesOfEntity, field = linesOfEntity }: Aggregate): string =>
  [entity ?? lines, field].filter((part) => part !== undefined).join('.')

/** An aggregate over the last two months, for each day of a date or moment of the counted records. */
export interface DailyAggregate {
  readonly aggregate: Aggregate
  readonly by: string
}

export interface Sort {
  readonly field: string
  readonly descending: boolean
}

/** The rule `id`: the record itself. */
export const recordItself: Rule = {
  source: 'id',
  node: { kind: 'name', type: 'record', scope: 'record', path: [] },
  type: 'record',
  readPaths: ['id'],
}
