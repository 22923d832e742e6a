// Generates after-sales demo data, from cases to surveys and demands; every state occurs.
import type { Chance } from '../chance'
import type { Delivered } from '../delivered/sale'
import { addScore } from '../evaluations'
import type { Book } from '../table'
import { addCases } from './cases'
import { addComplaints } from './complaints'
import { addDemands } from './demands'
import { addDeposits } from './deposits'
import { createDesk } from './desk'
import { addRedesigns } from './redesigns'
import { addSupplements } from './supplements'

/** Writes the after-sales records of delivered orders. */
export function addAftersales(book: Book, chance: Chance, delivered: readonly Delivered[]): void {
  const desk = createDesk(book, chance)
  addCases(desk, delivered)
  addSupplements(desk, delivered, addComplaints(desk, delivered))
  addRedesigns(desk, delivered)
  addDeposits(desk, delivered)
  addSurveys(book, chance, delivered)
  addDemands(desk)
}

function addSurveys(book: Book, chance: Chance, delivered: readonly Delivered[]): void {
  for (const [index, item] of delivered
    .filter(({ state }) => state === 'completed')
    .slice(0, 10)
    .entries())
    addScore(book, chance, `survey-${index}`, {
      kind: 'survey',
      order: item.order,
      items: ['product', 'service', 'delivery'],
      received: Math.min(20, item.received - 10),
      open: index % 3 === 0,
      low: index === 4,
    })
}
