// Makes the manifest of a new module, entity or screen, minimal and valid.
import { wideTypes } from '../../src/manifest/fieldTypes/typeSets'
import { entityOf, type App } from '../../src/manifest/model/app'
import type { Entity } from '../../src/manifest/model/entity'
import type { Field } from '../../src/manifest/model/field'
import { savedTexts } from '../../src/manifest/model/text'
import { NewProblem, type Wish } from './wish'

type Manifest = Readonly<Record<string, unknown>>

/** In the order of the product's languages; English for others. */
const inEach = ({ product }: App, texts: { readonly zh: string; readonly en: string }): readonly string[] =>
  product.languages.map((language) => (language === 'zh' ? texts.zh : texts.en))

/** Distinguishes a screen or figure from the list of the entity. */
const endings: Readonly<Partial<Record<Wish['kind'], { readonly zh: string; readonly en: string }>>> = {
  report: { zh: '报表', en: ' report' },
  calendar: { zh: '日历', en: ' calendar' },
  board: { zh: '看板', en: ' board' },
  gallery: { zh: '图册', en: ' gallery' },
  figure: { zh: '数量', en: ' count' },
}

export function titlesOf(app: App, { titles, entity, kind }: Wish): readonly string[] {
  if (titles !== undefined) return titles
  const ending = inEach(app, endings[kind] ?? { zh: '', en: '' })
  return savedTexts(entityOf(app, entity).title, app.product.languages).map((title, index) => title + ending[index]!)
}

export function newModule({ module, titles }: Wish, code: string): Manifest {
  return { title: titles, path: `/${module}`, permissions: [code], codes: { [code]: titles } }
}

export function newEntity(app: App, { titles, prefix, isNamed }: Wish, code: string): Manifest {
  const fields = isNamed
    ? { name: { type: 'string', title: inEach(app, { zh: '名称', en: 'Name' }), required: true } }
    : { remark: { type: 'text', title: inEach(app, { zh: '备注', en: 'Remark' }) } }
  const [form, permissions] = [Object.keys(fields), [code]]
  return {
    title: titles,
    ...(prefix !== undefined && { numberPrefix: prefix }),
    labelField: isNamed ? 'name' : 'no',
    fields,
    states: { active: { title: inEach(app, { zh: '有效', en: 'Active' }), color: 'green' } },
    transitions: {
      create: { title: inEach(app, { zh: '新增', en: 'Create' }), to: 'active', permissions, form },
      edit: { title: inEach(app, { zh: '编辑', en: 'Edit' }), from: ['active'], permissions, form },
    },
  }
}

/** A screen of the wished kind over fields and actions of the entity; the author changes them. */
export function newScreen(app: App, wish: Wish, code: string): Manifest {
  const head = {
    path: `${app.modules[wish.module]!.path ?? ''}/${wish.name}`,
    title: titlesOf(app, wish),
    kind: wish.kind === 'gallery' ? 'list' : wish.kind,
    permissions: [code],
  }
  const entity = entityOf(app, wish.entity)
  if (wish.kind === 'report') return { ...head, report: reportOf(app, entity), export: false }
  return { ...head, entity: entity.name, ...contentOf(wish.kind, entity) }
}

function contentOf(kind: Wish['kind'], entity: Entity): Manifest {
  const actions = actionsOf(entity)
  const offered = actions.length > 0 ? { actions: actions.map(({ name }) => name) } : {}
  const columns = columnsOf(entity)
  switch (kind) {
    case 'form': {
      const create = actions.find(({ creates }) => creates)
      if (create === undefined) throw new NewProblem(`No transition that people may run creates a ${entity.name}.`)
      return { actions: [create.name] }
    }
    case 'calendar':
      return { ...offered, calendar: calendarOf(entity) }
    case 'board':
      return { ...offered, board: boardOf(entity) }
    case 'gallery': {
      const [image] = storedFields(entity, ({ type }) => type === 'files')
      if (image === undefined) throw new NewProblem(`${entity.name} has no field of type files: no pictures to show.`)
      return {
        columns: [...columns, image.name],
        ...offered,
        export: false,
        gallery: { imageField: image.name, cardFields: columns.slice(0, maxCardFields), isDefault: true },
      }
    }
    default:
      return { columns, ...offered, export: false }
  }
}

const maxColumns = 8
const maxCardFields = 3

/** Those that fit into a cell. */
function columnsOf(entity: Entity): readonly string[] {
  const fields = Object.values(entity.fields).filter(
    (field) => (!field.system || ['no', 'state'].includes(field.name)) && !wideTypes.has(field.type),
  )
  const columns = fields.map(({ name }) => name).slice(0, maxColumns)
  return columns.length > 0 ? columns : ['createdAt']
}

const actionsOf = ({ transitions }: Entity) =>
  Object.values(transitions).filter(({ permissions }) => permissions.some(({ permission }) => permission !== 'system'))

/** Stored fields of the author's that all readers may read. */
const storedFields = ({ fields }: Entity, isFitting: (field: Field) => boolean): readonly Field[] =>
  Object.values(fields).filter(
    (field) => !field.system && field.stored && field.readPermissions === undefined && isFitting(field),
  )

const hasStates = ({ states }: Entity): boolean => Object.keys(states).length > 0

function calendarOf(entity: Entity): Manifest {
  const [day] = storedFields(entity, ({ type }) => type === 'date' || type === 'datetime')
  return {
    dateField: day?.name ?? 'createdAt',
    ...(hasStates(entity) && { colorBy: 'state' }),
    entryFields: [entity.labelField, ...(hasStates(entity) ? ['state'] : [])],
  }
}

function boardOf(entity: Entity): Manifest {
  const [choice] = storedFields(entity, ({ type }) => type === 'choice')
  const groupBy = hasStates(entity) ? 'state' : choice?.name
  if (groupBy === undefined) throw new NewProblem(`${entity.name} has neither states nor a choice to group cards by.`)
  const cardFields = columnsOf(entity).filter((name) => name !== groupBy && name !== entity.labelField)
  return { groupBy, cardFields: cardFields.length > 0 ? cardFields.slice(0, maxCardFields) : ['createdAt'] }
}

/** Counts the records of a month, by month and by the first choice of the entity. */
function reportOf(app: App, entity: Entity): Manifest {
  const { languages } = app.product
  const [choice] = storedFields(entity, ({ type }) => type === 'choice')
  const chosen = choice && {
    [choice.name]: { type: 'choice', title: savedTexts(choice.title, languages), dictionary: choice.dictionary },
  }
  return {
    dimensions: { ...chosen, month: { type: 'string', title: inEach(app, { zh: '月份', en: 'Month' }) } },
    ...(chosen && { chooseDimension: true }),
    period: 'month',
    measures: {
      count: {
        title: savedTexts(entity.title, languages),
        type: 'int',
        aggregate: { count: entity.name, where: 'date(createdAt) >= period.from && date(createdAt) < period.to' },
        dimensions: { ...(choice && { [choice.name]: choice.name }), month: 'month(createdAt)' },
      },
    },
    chart: { kind: 'bar', measures: ['count'] },
  }
}

/** All fields of the entity on paper, each field of lines as a table. */
export function newDocument(app: App, wish: Wish): Manifest {
  const entity = entityOf(app, wish.entity)
  const lines = storedLines(entity)
  return {
    title: titlesOf(app, wish),
    sections: [
      { fields: columnsOf(entity) },
      ...lines.map((field) => ({ title: savedTexts(field.title, app.product.languages), lines: field.name })),
    ],
  }
}

const storedLines = ({ fields }: Entity): readonly Field[] =>
  Object.values(fields).filter(({ type, readPermissions }) => type === 'lines' && readPermissions === undefined)

export function newFigure(app: App, wish: Wish, code: string): Manifest {
  return { title: titlesOf(app, wish), type: 'int', aggregate: { count: wish.entity }, permissions: [code] }
}
