// Generates store-building, channel and staff demo data: projects, samples, applications.
// Also logs how long orders stayed in each stage. Has a seed of its own.
import { createChance, type Chance } from '../chance'
import { person } from '../people'
import { addServiceAccounts } from '../serviceAccounts'
import { at, type Book, dealer } from '../table'
import { steps, way } from '../stages/way'
import { addAcceptances, addChannels } from './channels'
import { addStoreProjects } from './storeProjects'

/** Writes everything of the store-building, channel and staff desks. */
export function addStores(book: Book): void {
  const chance = createChance(20_261_122)
  addStoreProjects(book, chance)
  addChannels(book, chance)
  addAcceptances(book, chance)
  addStaff(book, chance)
  addServiceAccounts(book)
  staffSecondStore(book)
  addStoreStages(book, chance)
}

function addStaff(book: Book, chance: Chance): void {
  const staffStates = [
    'applied',
    'applied',
    'applied',
    'rejected',
    'rejected',
    'disabled',
    'disabled',
    'resigned',
    'resigned',
  ] as const
  for (const [index, state] of staffStates.entries()) {
    const isApplied = state === 'applied' || state === 'rejected'
    const [name, employeeType] = [person(chance).name, chance.one(['3', '4'])]
    book.add('employee', `staff-${index}`, {
      dealer,
      state,
      createdBy: '$manager',
      createdAt: at(isApplied ? -index - 1 : -150 - index * 9, 10),
      stateAt: state === 'applied' ? at(-index - 1, 10) : at(-index, 16),
      name,
      mobile: `1380000010${index}`,
      store: '$S1',
      employeeType,
      role: isApplied ? null : employeeType === '4' ? '$role-designer' : '$role-guide',
      dataScope: 'self',
      disabledMenus: [],
      regChannel: chance.one(['pc', 'qr', 'wechat']),
      canLogin: true,
      weixinBound: false,
      remark: isApplied ? chance.one(['有三年橱柜销售经验', '同行转岗', '门店推荐']) : null,
    })
  }
}

/** A second store at work, so that journeys can prove what a manager of one store does not reach of another. */
function staffSecondStore(book: Book): void {
  const store = 'built-11'
  const common = {
    dealer,
    state: 'active',
    createdBy: '$owner',
    createdAt: at(-3, 10),
    stateAt: at(-3, 10),
    store: `$${store}`,
    disabledMenus: [],
    regChannel: 'pc',
    canLogin: true,
    weixinBound: false,
  }
  book.add('employee', 'manager2', {
    ...common,
    name: '叶秋萍',
    mobile: '13800000018',
    employeeType: '2',
    role: '$role-manager',
    dataScope: 'store',
  })
  book.add('employee', 'guide4', {
    ...common,
    name: '方晓岚',
    mobile: '13800000019',
    employeeType: '3',
    role: '$role-guide',
    dataScope: 'self',
  })
  book.change('store', store, { manager: '$manager2' })
}

/** Writes how the signed orders went through their stages, one log row per stage. */
function addStoreStages(book: Book, chance: Chance): void {
  const flow = way.slice(0, way.indexOf('exploding') + 1)
  const allowed = [1, 3, 5, 3, 5, 7, 1]
  for (let index = 13; index < 300; index += index % 20 === 16 ? 17 : 1) {
    let day = -chance.between(34, 60)
    for (let stageIndex = 0; stageIndex + 1 < flow.length; stageIndex++) {
      const stayed = Math.min(
        chance.in100(30) ? allowed[stageIndex]! + chance.between(1, 5) : chance.between(0, allowed[stageIndex]!),
        -day - 1,
      )
      const [since, moment] = [at(day, 9, 10), at(day + stayed, 17, 20)]
      book.add('log', `K${index + 1}-stage-${stageIndex}`, {
        dealer,
        createdBy: '$guide',
        createdAt: moment,
        entity: 'order',
        recordId: `$K${index + 1}-order`,
        action: steps[stageIndex + 1],
        fromState: flow[stageIndex],
        toState: flow[stageIndex + 1],
        by: '$guide',
        at: moment,
        since,
        data: '{}',
      })
      day += stayed
    }
  }
}
