// Where does an order stand, in the tables that were read to check it?
import type { Tables } from '../fuzz/tables'
import type { Whereabouts } from './journey'

export function whereabouts(tables: Tables, id: number): Whereabouts {
  const order = tables.order.find((one) => one.id === id)!
  const rows = (of: Tables['order']) =>
    of
      .filter((one) => one.order === id)
      .map((one) => ({ id: Number(one.id), version: Number(one.version), state: String(one.state) }))
  return {
    id,
    state: String(order.state),
    ...(order.customer !== null && { customer: Number(order.customer) }),
    related: Object.entries(tables)
      .map(([entity, of]) => ({ entity, rows: rows(of) }))
      .filter(({ rows }) => rows.length > 0),
  }
}
