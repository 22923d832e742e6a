// Does everything still hold? Every invariant of orders and their money, worked out anew from the plain tables of the
// database, in cents and in
// JavaScript: nothing of the engine under test has a say in it.
import { withLog, type Row, type Tables } from './tables'

/** What was seen before and may never be otherwise: amounts of effective contracts. */
export type Memory = Map<string, number>

const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100)
const half = (value: number): number => Math.sign(value) * Math.round(Math.abs(value) + 1e-9)
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/**
 * What is broken, in words; nothing when all is well. `since`: records that were there before the walk are left out.
 */
export function broken(tables: Tables, memory: Memory, since: Readonly<Record<string, number>>): string[] {
  const found: string[] = []
  const tell = (holds: boolean, what: string) => {
    if (!holds) found.push(what)
  }
  const of = (table: keyof Tables, key: string, value: unknown) => tables[table].filter((row) => row[key] === value)
  for (const order of tables.order) if (Number(order.id) > since.order!) checkOrder(order)
  checkWorkers()
  checkAccount()
  checkLog()
  return found

  function checkOrder(order: Row): void {
    const { id, state } = order
    const name = `order ${String(order.no)} (${String(state)})`
    const contracts = of('contract', 'order', id)
    const open = contracts.filter((one) => ['pending', 'effective'].includes(String(one.state)))
    const supplements = of('supplement', 'order', id)
    const placements = of('placement', 'order', id).filter((one) => one.state !== 'cancelled')
    tell(open.length <= 1, `${name}: ${open.length} contracts pending or effective`)
    tell(placements.length <= 1, `${name}: ${placements.length} placements`)
    const amountOf = (contract: Row) => cents(contract.listAmount) - cents(contract.discount)
    for (const contract of open) {
      tell(
        sum(of('contract.plan', 'parent', contract.id).map((line) => cents(line.amount))) === amountOf(contract),
        `${name}: the plan of its contract`,
      )
      tell(
        cents(contract.discount) >= 0 && cents(contract.discount) <= half(cents(contract.listAmount) * 0.15),
        `${name}: the discount`,
      )
    }
    for (const contract of contracts.filter((one) => one.state === 'effective')) {
      const key = `contract ${String(contract.id)}`
      const before = memory.get(key) ?? amountOf(contract)
      memory.set(key, before)
      tell(before === amountOf(contract), `${name}: the amount of an effective contract has changed`)
    }
    const signed = (supplement: Row) =>
      (supplement.kind === 'add' ? 1 : -1) *
      sum(of('supplement.items', 'parent', supplement.id).map((line) => half(Number(line.qty) * cents(line.unitPrice))))
    const contracted =
      sum(contracts.filter((one) => one.state === 'effective').map(amountOf)) +
      sum(supplements.filter((one) => one.state === 'effective').map(signed))
    const receipts = of('receipt', 'order', id)
    const refunds = of('refund', 'order', id)
    const received = sum(receipts.filter((one) => one.state === 'approved').map((one) => cents(one.amount)))
    const paidBack = sum(refunds.filter((one) => one.state === 'paid').map((one) => cents(one.amount)))
    const compensated = sum(
      refunds.filter((one) => one.state === 'paid' && one.refundType === 'aftersale').map((one) => cents(one.amount)),
    )
    const net = received - paidBack
    tell(contracted >= 0, `${name}: contract total ${contracted}`)
    tell(net >= 0, `${name}: net received ${net}`)
    checkStage(order, name, {
      effective: contracts.some((one) => one.state === 'effective'),
      pending: contracts.some((one) => one.state === 'pending'),
      placement: placements[0],
    })
    if (['installing', 'evaluating', 'completed'].includes(String(state)) && order.dealerFlagsIsInstallation !== true)
      tell(contracted - net - compensated <= 0, `${name}: ${contracted - net - compensated} still due`)
    for (const placement of placements) checkPlacement(order, name, placement)
    checkEvaluations(order, name)
    checkChargebacks(order, name, refunds, contracts, placements)
  }

  function checkStage(
    order: Row,
    name: string,
    { effective, pending, placement }: { effective: boolean; pending: boolean; placement: Row | undefined },
  ): void {
    const state = String(order.state)
    const skipped: Record<string, boolean> = {
      assigning: order.dealerFlagsIsPiper === false,
      measuring: order.dealerFlagsIsScale === true,
      drawing: order.dealerFlagsIsPicture === true,
      inviting: order.dealerFlagsIsInvite === false,
      caseConfirming: order.dealerFlagsIsProgramme === true,
      assigningWork: order.dealerFlagsIsInstallation === true,
      installing: order.dealerFlagsIsInstallation === true,
    }
    tell(skipped[state] !== true, `${name}: in ${state}, which its settings skip`)
    const signed = [
      'exploding',
      'placing',
      'ordering',
      'producing',
      'shipping',
      'assigningWork',
      'installing',
      'evaluating',
      'completed',
    ].includes(state)
    // Samples have neither contract nor installation.
    const sample = order.orderType === '5'
    tell((signed && !sample) === effective, `${name}: effective contract ${effective}`)
    tell((state === 'checking') === pending, `${name}: pending contract ${pending}`)
    const stages: Record<string, string> = {
      submitted: 'ordering',
      returned: 'ordering',
      quoted: 'ordering',
      confirmed: 'ordering',
      paid: 'producing',
      producing: 'producing',
      finished: 'producing',
      shipped: 'shipping',
    }
    if (placement && stages[String(placement.state)])
      tell(stages[String(placement.state)] === state, `${name}: its placement is ${String(placement.state)}`)
    else if (placement)
      tell(
        ['assigningWork', 'installing', 'evaluating', 'completed'].includes(state),
        `${name}: its placement is received`,
      )
    else
      tell(
        !['ordering', 'producing', 'shipping', 'assigningWork', 'installing', 'evaluating', 'completed'].includes(
          state,
        ),
        `${name}: no placement`,
      )
  }

  function checkPlacement(order: Row, name: string, placement: Row): void {
    const { id } = placement
    const lines = of('placement.lines', 'parent', id)
    const measured = (part: Row) =>
      part.unit === 'm2'
        ? half((Number(part.length) * Number(part.width) * Number(part.qty)) / 1000) / 1000
        : part.unit === 'm'
          ? half(Number(part.length) * Number(part.qty)) / 1000
          : Number(part.qty)
    const goods = sum(lines.map((line) => half(Number(line.measure) * cents(line.factoryPrice))))
    const parts = of('order.parts', 'parent', order.id)
    if (placement.state !== 'returned')
      tell(
        goods === sum(parts.map((part) => half(measured(part) * cents(part.factoryPrice)))),
        `${name}: the parts are not those that were placed`,
      )
    const surcharge = sum(lines.map((line) => cents(line.surcharge)))
    const items = of('order.items', 'parent', order.id)
    tell(
      items.every((item) => parts.some((part) => part.itemLine === item.lineNo)),
      `${name}: an item without parts was placed`,
    )
    const payable = half(goods * Number(placement.discountRate)) + surcharge + cents(placement.freight)
    const entries = of('accountEntry', 'placement', id)
    const cash = -sum(entries.map((entry) => cents(entry.cashDelta)))
    const credit = sum(entries.map((entry) => cents(entry.creditDelta)))
    const paid = ['paid', 'producing', 'finished', 'shipped', 'received'].includes(String(placement.state))
    tell(cash + credit === (paid ? payable : 0), `${name}: ${cash} + ${credit} paid of ${payable}`)
    const deposits = of('deposit', 'placement', id)
    const wanted = paid && order.orderType !== '5' && items.some((item) => item.category === 'cabinet') ? 1 : 0
    tell(deposits.length === wanted, `${name}: ${deposits.length} deposits`)
  }

  function checkEvaluations(order: Row, name: string): void {
    const installs = of('evaluation', 'order', order.id).filter((one) => one.kind === 'install')
    tell(
      installs.length ===
        (['evaluating', 'completed'].includes(String(order.state)) && order.orderType !== '5' ? 1 : 0),
      `${name}: ${installs.length} evaluations of the installation`,
    )
    for (const one of installs) {
      tell(
        (one.state === 'submitted') === (order.state === 'completed'),
        `${name}: its evaluation is ${String(one.state)}`,
      )
      if (one.state === 'submitted') tell(of('evaluation.scores', 'parent', one.id).length === 4, `${name}: its scores`)
    }
    for (const shipment of of('shipment', 'order', order.id)) {
      const carrier = of('evaluation', 'shipment', shipment.id)
      tell(
        carrier.length === (shipment.state === 'received' ? 1 : 0),
        `${name}: ${carrier.length} evaluations of a carrier`,
      )
      if (shipment.state === 'received')
        tell(
          Number(shipment.receivedPackages) <= Number(shipment.packages) &&
            Number(shipment.damagedPackages) <= Number(shipment.receivedPackages),
          `${name}: packages`,
        )
      if (shipment.state === 'received')
        tell(
          (Number(shipment.receivedPackages) === Number(shipment.packages) && Number(shipment.damagedPackages) === 0) ||
            (Array.isArray(shipment.photos) && shipment.photos.length > 0),
          `${name}: short or damaged without photos`,
        )
    }
  }

  function checkChargebacks(
    order: Row,
    name: string,
    refunds: readonly Row[],
    contracts: readonly Row[],
    placements: readonly Row[],
  ): void {
    const chargebacks = of('chargeback', 'order', order.id)
    const pending = chargebacks.filter((one) => one.state === 'pending')
    const approved = chargebacks.filter((one) => one.state === 'approved')
    tell(pending.length <= 1, `${name}: ${pending.length} chargebacks pending`)
    for (const one of pending)
      tell(one.orderState === order.state, `${name}: moved while a chargeback of ${String(one.orderState)} is pending`)
    tell(
      approved.length === (order.state === 'chargedBack' ? 1 : 0),
      `${name}: ${approved.length} chargebacks approved`,
    )
    if (order.state !== 'chargedBack' && order.state !== 'closed') return
    tell(
      of('task', 'order', order.id).every((one) => one.state !== 'assigned'),
      `${name}: a task is assigned`,
    )
    tell(
      contracts.every((one) => one.state === 'void'),
      `${name}: a contract lives`,
    )
    tell(
      of('nonstandard', 'order', order.id).every((one) => ['confirmed', 'cancelled'].includes(String(one.state))),
      `${name}: a nonstandard request is open`,
    )
    tell(placements.length === 0, `${name}: a placement lives`)
    const back = refunds.filter((one) => one.refundType === 'chargeback' && one.state !== 'rejected')
    for (const one of approved)
      tell(
        sum(back.map((refund) => cents(refund.amount))) <= cents(one.refundable),
        `${name}: more is refunded than ${String(one.refundable)}`,
      )
  }

  /** A worker has at most one task a half day. */
  function checkWorkers(): void {
    const taken = new Map<string, unknown>()
    for (const task of tables.task) {
      if (task.state === 'cancelled' || Number(task.id) <= since.task!) continue
      for (const half of task.period === 'day' ? ['am', 'pm'] : [task.period]) {
        const slot = `${String(task.worker)} ${String(task.date)} ${String(half)}`
        tell(!taken.has(slot), `two tasks at once: ${slot}`)
        taken.set(slot, task.id)
      }
    }
  }

  function checkAccount(): void {
    for (const dealer of new Set(tables.accountEntry.map((entry) => entry.dealer))) {
      const entries = of('accountEntry', 'dealer', dealer)
      const total = (column: string) => sum(entries.map((entry) => cents(entry[column])))
      const limit = sum(
        of('creditLine', 'dealer', dealer)
          .filter((line) => line.state === 'active')
          .map((line) => cents(line.limit)),
      )
      const held = sum(
        of('deposit', 'dealer', dealer)
          .filter((one) => ['held', 'applied'].includes(String(one.state)))
          .map((one) => cents(one.amount)),
      )
      tell(total('cashDelta') >= 0, `account ${String(dealer)}: cash ${total('cashDelta')}`)
      tell(
        total('creditDelta') >= 0 && total('creditDelta') <= limit,
        `account ${String(dealer)}: credit ${total('creditDelta')} of ${limit}`,
      )
      tell(total('depositDelta') === held, `account ${String(dealer)}: deposit ${total('depositDelta')}, held ${held}`)
    }
  }

  /** The log knows the last state of every record, and nobody audited what he made himself. */
  function checkLog(): void {
    const audits: Record<string, readonly string[]> = {
      contract: ['pass', 'fail'],
      supplement: ['pass', 'fail'],
      receipt: ['approve', 'reject', 'approveEarnest', 'rejectEarnest'],
      refund: ['approve', 'reject'],
      chargeback: ['approve', 'reject'],
    }
    const last = new Map<string, Row>()
    for (const row of [...tables.log].sort((a, b) => Number(a.id) - Number(b.id)))
      last.set(`${String(row.entity)} ${String(row.recordId)}`, row)
    for (const table of withLog) {
      for (const record of tables[table]) {
        if (Number(record.id) <= (since[table] ?? 0)) continue
        const row = last.get(`${table} ${String(record.id)}`)
        tell(
          row?.toState === record.state,
          `${table} ${String(record.id)}: ${String(record.state)}, the log says ${String(row?.toState)}`,
        )
      }
    }
    for (const row of tables.log) {
      const entity = String(row.entity) as keyof Tables
      if (!audits[entity]?.includes(String(row.action)) || Number(row.recordId) <= (since[entity] ?? 0)) continue
      const record = tables[entity].find((one) => one.id === row.recordId)
      tell(record?.createdBy !== row.by, `${entity} ${String(row.recordId)}: audited by who made it`)
    }
  }
}
