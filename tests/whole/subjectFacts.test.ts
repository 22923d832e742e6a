// Tests the facts of a record shown in a transition's dialog:
// the decisive ones, without those in the form or title.
import { describe, expect, it } from 'vitest'
import { evaluate } from '../../src/manifest/expression/evaluate'
import type { Entity } from '../../src/manifest/model/entity'
import type { RecordData } from '../../src/protocol/calls'
import { factsOf, decisionFiles } from '../../src/ui/form/dialogs/RecordSummary'
import { knownValues } from '../../src/ui/form/model/formValues'
import { layoutForm } from '../../src/ui/form/model/layoutForm'
import { describeSubjectFacts } from '../ui/subjectFactCases'
import { readSchemas } from './schemas'

const namesOf = (...of: Parameters<typeof factsOf>) => factsOf(...of).map(({ field }) => field)

describe('the facts of a record', () => {
  describeSubjectFacts(readSchemas(), { moves: 20 })

  it('of what is chosen in a form appear in it: what a customer still owes when the order goes to the factory', () => {
    const { placement } = readSchemas().entities
    const { previews } = layoutForm(placement!, placement!.transitions.submit!)
    expect(previews.map(({ name }) => name)).toContain('customerBalance')
  })

  it('hold what the customer owes until the factory order is placed, not when its order is to be placed again', () => {
    const { compute } = readSchemas().entities.placement!.fields.customerBalance!
    const world = { now: new Date(), timezone: 'Asia/Shanghai', holds: () => false }
    const balanceOf = (id: number | null) => {
      const values: Record<string, unknown> = { id, 'order.state': 'placing', 'order.balanceDue': '5.00' }
      return evaluate(compute!.node, (_, path) => values[path.join('.') || 'id'], world)?.toString()
    }
    expect(balanceOf(null)).toBe('5')
    expect(balanceOf(7)).toBeUndefined()
  })

  it('begin with what the rules of the move go by, then what it comes to; what is nothing stands last', () => {
    const { order, placement } = readSchemas().entities
    const filled = (entity: typeof order, number: string) =>
      ({
        id: 1,
        label: 'its number',
        version: 1,
        can: [],
        values: Object.fromEntries(
          Object.values(entity!.fields).map(({ name, type }) => [
            name,
            // Nothing waits of its contract and its payments.
            ['pendingAmount', 'nextPayment', 'nextAmount'].includes(name)
              ? null
              : name === 'no'
                ? 'its number'
                : type === 'ref'
                  ? { id: 1, label: 'someone' }
                  : number,
          ]),
        ),
      }) as unknown as RecordData
    expect(namesOf(placement!, placement!.transitions.pay!, filled(placement, '1'))).toEqual(
      expect.arrayContaining(['payable', 'freight', 'depositAmount', 'order']),
    )
    expect(namesOf(placement!, placement!.transitions.confirmPrice!, filled(placement, '1'))).toEqual(
      expect.arrayContaining(['payable', 'order']),
    )
    expect(namesOf(order!, order!.transitions.assignWork!, filled(order, '1'))).toEqual(
      expect.arrayContaining(['balanceDue', 'customer']),
    )
    expect(namesOf(order!, order!.transitions.assignRuler!, filled(order, '0.00'))).toEqual(
      expect.arrayContaining(['customer', 'designer']),
    )
    expect(namesOf(order!, order!.transitions.assignRuler!, filled(order, '0.00'))).not.toContain('balanceDue')
  })

  it('tell apart what has the same title at two references', () => {
    const { refund } = readSchemas().entities
    const values = { 'customer.netReceived': '1.00', 'order.netReceived': '2.00' }
    const record = { id: 1, label: '', version: 1, can: [], values } as unknown as RecordData
    const titles = factsOf(refund!, refund!.transitions.pay!, record).map(({ title }) => title.zh)
    expect(titles.toSorted()).toEqual(['客户 · 净收', '订单 · 净收'])
  })

  it('hold figures of what the record refers to, and of a transition that moves nothing only what it goes by', () => {
    const { placement, storeProject } = readSchemas().entities
    const record = (values: Record<string, string>) =>
      ({ id: 1, label: '', version: 1, can: [], values }) as unknown as RecordData
    const account = { 'dealer.cashBalance': '1.00', 'dealer.creditAvailable': '2.00', payable: '3.00' }
    expect(namesOf(placement!, placement!.transitions.pay!, record(account)).toSorted()).toEqual(
      Object.keys(account).toSorted(),
    )
    expect(
      namesOf(
        storeProject!,
        storeProject!.transitions.paySubsidy!,
        record({ area: '120.00', subsidyAmount: '24000.00', subsidyPaid: '0.00' }),
      ).toSorted(),
    ).toEqual(['subsidyAmount', 'subsidyPaid'])
  })

  it('have every file that the form shows beside them, however many others there are', () => {
    let forms = 0
    for (const entity of Object.values(readSchemas().entities))
      for (const transition of Object.values(entity.transitions))
        for (const { field } of transition.form.filter(({ input, readOnly }) => readOnly && !input)) {
          if (entity.fields[field]?.type !== 'files' || transition.creates) continue
          const crowd = Object.values(entity.fields).filter(({ type }) => ['money', 'int', 'choice'].includes(type))
          const values = {
            ...Object.fromEntries(crowd.map(({ name }) => [name, '1'])),
            [field]: [{ id: field, name: 'seen.png', type: 'image/png', size: 1 }],
          }
          const record = { id: 1, label: '', version: 1, can: [], values } as unknown as RecordData
          // Also one that the detail view and the rules leave out.
          const bare = { ...entity, detail: { ...entity.detail, sections: [], highlightFields: [] } }
          for (const [of, step] of [
            [entity, transition],
            [bare, { ...transition, contextFields: [], decisionFields: [] }],
          ] as const)
            expect(
              decisionFiles(of, step, record).map(({ file }) => file.id),
              `${entity.name}.${transition.name}`,
            ).toEqual([field])
          forms += 1
        }
    expect(forms).toBeGreaterThan(2)
  })

  it('hold what the step before said, in words too', () => {
    const { afterCase, supplyOrder, storeProject, receipt } = readSchemas().entities
    const record = (values: Record<string, string>) =>
      ({ id: 1, label: '', version: 1, can: [], values }) as unknown as RecordData
    const crowd = {
      supplyType: 'free',
      channel: 'order',
      reason: 'damaged',
      urgency: 'urgent',
      complaint: 'KS1',
      afterCase: 'SH1',
      refusedCount: '1',
      paidAmount: '1.00',
    }
    expect(
      namesOf(supplyOrder!, supplyOrder!.transitions.resubmit!, record({ ...crowd, returnRemark: 'why' })),
    ).toContain('returnRemark')
    expect(
      namesOf(
        supplyOrder!,
        supplyOrder!.transitions.confirmPrice!,
        record({ ...crowd, quotedAmount: '1420.00', dealerPayable: '284.00', freight: '9.00' }),
      ),
    ).toEqual(expect.arrayContaining(['quotedAmount', 'dealerPayable', 'freight']))
    expect(storeProject!.transitions.confirmPolicy!.contextFields).toEqual([
      'sampleRate',
      'subsidyPerM2',
      'documents',
      'subsidyAmount',
    ])
    expect(receipt!.transitions.approve!.contextFields).toContain('amount')
    expect(receipt!.transitions.create!.contextFields).toEqual([])
    // The problem was written two steps before: it is what all of them are about.
    expect(afterCase!.transitions.resolve!.contextFields).toContain('description')
    const files = [{ id: 1, name: 'voucher.png', type: 'image/png', size: 1 }]
    const receiptWith = (vouchers: unknown) => record({ amount: '1.00', vouchers } as never)
    expect(namesOf(receipt!, receipt!.transitions.approve!, receiptWith(files))).toContain('vouchers')
    expect(namesOf(receipt!, receipt!.transitions.approve!, receiptWith([]))).not.toContain('vouchers')
    // The newest plan first, which the step before has added.
    const versions = ['old.png', 'new.png'].map((name) => ({ files: [{ id: name, name, type: 'image/png', size: 1 }] }))
    expect(
      decisionFiles(
        storeProject!,
        storeProject!.transitions.confirmPlan!,
        record({ documents: versions } as never),
      ).map(({ file, field, line }) => [file.name, field.field, line]),
    ).toEqual([
      ['new.png', 'documents', versions[1]],
      ['old.png', 'documents', versions[0]],
    ])
  })

  it('hold what the checks of lines read, and draw files that a form only shows beside it', () => {
    const { complaint, order } = readSchemas().entities
    const { judge } = complaint!.transitions
    const photos = [{ id: 'a', name: 'box.png', type: 'image/png', size: 1 }]
    const judged = { id: 1, label: '', version: 1, can: [], values: { photos, shippedBy: 'deppon' } } as never
    expect(namesOf(complaint!, judge!, judged)).toContain('shippedBy')
    expect(decisionFiles(complaint!, judge!, judged).map(({ file }) => file.name)).toEqual(['box.png'])
    expect(layoutForm(complaint!, judge!).fields.map(({ name }) => name)).toEqual(['description', 'judgements'])
    expect(layoutForm(order!, order!.transitions.confirmCase!).fields.map(({ name }) => name)).not.toContain('drawings')
  })

  it('hold why the step before was refused, and never send those words as those of the next', () => {
    const { complaint, remittance, storeProject, supplyOrder, sampleAcceptance } = readSchemas().entities
    expect(storeProject!.transitions.uploadPlan!.contextFields).toContain('documents')
    expect(storeProject!.transitions.finishBuild!.contextFields).toContain('defectReason')
    expect(complaint!.transitions.judge!.contextFields).toContain('refusals')
    for (const lines of [complaint!.fields.refusals, supplyOrder!.fields.refusals, storeProject!.fields.documents])
      expect(lines!.summaryFields).toContain('remark')
    const opened = (entity: Entity, transition: string, values: RecordData['values']) =>
      knownValues(
        layoutForm(entity, entity.transitions[transition]!).fields,
        { id: 1, version: 1, label: '', can: [], values },
        {},
        entity.transitions[transition]!.emptyFields,
      )
    expect(opened(supplyOrder!, 'returnPrice', { returnRemark: 'why' })).toEqual({})
    expect(opened(sampleAcceptance!, 'pass', { reply: 'why' })).toEqual({})
    // The note of the dealer is not headquarters' reason.
    expect(opened(remittance!, 'post', { remark: 'what' })).toEqual({ remark: 'what' })
    // What a record is about stays to be amended.
    expect(opened(complaint!, 'appeal', { description: 'what' })).toEqual({ description: 'what' })
  })
})
