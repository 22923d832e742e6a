// Generates demo content: articles of every kind, their readers, and messages for each role.
import type { Chance } from './chance'
import { readRows } from './readRows'
import { at, type Book, dealer } from './table'

const people = [
  'owner',
  'manager',
  'guide',
  'guide2',
  'guide3',
  'designer',
  'designer2',
  'finance',
  'dispatcher',
  'aftersales',
  'storebuilder',
  'orderclerk',
  'restricted',
  'guideAtJ10002',
  'admin',
] as const

interface Article {
  readonly kind: string
  readonly title: string
  readonly tags: string
  readonly body: string
  readonly state?: 'draft' | 'offline'
}
const articles = readRows<readonly Article[]>('articles')

export function addNews(book: Book, chance: Chance): void {
  for (const [index, { kind, title, tags, body, state = 'published' }] of articles.entries()) {
    const day = -1 - index * 2
    const key = book.add('article', `article-${index}`, {
      state,
      createdBy: '$admin',
      createdAt: at(day, 9),
      stateAt: at(day, 10),
      kind,
      title,
      cover: null,
      body,
      files: null,
      tags,
      isTop: index === 0,
      publicRead: kind === 'study',
      publishedAt: state === 'draft' ? null : at(day, 10),
    })
    if (state === 'draft') continue
    const share = Math.min(95, 35 + index * 5)
    for (const reader of people) if (chance.in100(share)) addReading(book, chance, { article: key, index, reader, day })
  }
  addMessages(book)
}

interface Reading {
  readonly article: string
  readonly index: number
  readonly reader: string
  readonly day: number
}

function addReading(book: Book, chance: Chance, { article, index, reader, day }: Reading): void {
  const moment = at(Math.min(0, day + chance.between(0, 2)), chance.between(10, 18), chance.below(60))
  book.add('articleRead', `read-${index}-${reader}`, {
    state: 'read',
    createdBy: `$${reader}`,
    createdAt: moment,
    stateAt: moment,
    article,
    reader: `$${reader}`,
  })
}

type Message = readonly [
  to: string,
  kind: 'order_information' | 'stores_information' | 'information',
  zh: string,
  en: string,
  route: string | null,
]
const messages = readRows<readonly Message[]>('messages')

function addMessages(book: Book): void {
  const counts = new Map<string, number>()
  const countOf = (to: string) => counts.get(to) ?? 0
  const add = ([to, kind, zh, en, route]: Message, day: number, isRead: boolean) => {
    const count = countOf(to)
    counts.set(to, count + 1)
    book.add('message', `message-${to}-${count}`, {
      dealer: to === 'admin' ? '$HQ000' : dealer,
      state: isRead ? 'read' : 'unread',
      createdBy: '$admin',
      createdAt: at(day, 9, 10 + count),
      stateAt: at(day, 9, 10 + count),
      kind,
      to: `$${to}`,
      title: [zh, en],
      body: null,
      route,
    })
  }
  for (const message of messages) add(message, -countOf(message[0]), countOf(message[0]) > 3)
  for (const to of new Set(messages.map(([item]) => item)))
    for (const { message, day, isRead } of notices(to)) add(message, day, isRead)
}

/** The messages that everyone gets. */
function notices(to: string): { readonly message: Message; readonly day: number; readonly isRead: boolean }[] {
  const route = '/content/Notice'
  return [
    {
      message: [to, 'stores_information', '门店公告：杭州区域团购会排期', 'Store notice: 杭州区域团购会排期', route],
      day: -9,
      isRead: true,
    },
    {
      message: [
        to,
        'information',
        '新公告：岩板台面新花色“雪山白”上市',
        'New notice: 岩板台面新花色“雪山白”上市',
        route,
      ],
      day: -3,
      isRead: to !== 'owner',
    },
  ]
}
