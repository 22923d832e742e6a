// Writes the installation of an order, and its evaluation.
import type { Chance } from '../chance'
import { at, type Book, on } from '../table'
import type { OrderWay } from './stagedOrder'

/** Writes the task of the installers and, once done, the evaluation. */
export function addInstallation(book: Book, chance: Chance, { buyer, order, state, reached }: OrderWay): void {
  const { dealer, guide, address } = buyer
  const done = state !== 'installing'
  book.add('task', `${order}-install`, {
    dealer,
    state: done ? 'done' : 'assigned',
    createdBy: '$dispatcher',
    createdAt: at(reached[13]!, 9),
    stateAt: at(done ? reached[14]! : reached[13]!, 17),
    taskType: 'install',
    order: `$${order}`,
    worker: chance.one(['$installer', '$installer2', '$installer3']),
    date: done ? on(Math.min(-1, reached[14]!)) : '@+1',
    period: 'day',
    address,
    fee: `${chance.between(3, 8)}00.00`,
    remark: null,
  })
  if (!done) return
  const submitted = state === 'completed'
  const scores = ['attitude', 'quality', 'punctual', 'tidy'].map((item) => ({
    item,
    score: chance.one(['3', '4', '5', '5', '5']),
  }))
  book.add('evaluation', `${order}-evaluation`, {
    dealer,
    state: submitted ? 'submitted' : 'pending',
    createdBy: guide,
    createdAt: at(reached[14]!, 17),
    stateAt: at(submitted ? reached[15]! : reached[14]!, 18),
    kind: 'install',
    order: `$${order}`,
    shipment: null,
    channel: submitted ? chance.one(['phone', 'wechat']) : null,
    scores: submitted ? scores : [],
    comment: submitted
      ? chance.one(['师傅很仔细，现场收拾得干净', '整体满意，安装准时', '柜门调试了两次，最后很好'])
      : null,
    photos: null,
    evaluatedOn: submitted ? on(reached[15]!) : null,
  })
}
