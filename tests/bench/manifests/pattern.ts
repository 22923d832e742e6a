// What does a product of many screens look like? Modules of ten screens, each with its entity of twenty fields, made
// from one pattern and put beside the small library of the compiler's tests.
import type { Source } from '../../../src/manifest/json/source'
import { fixture } from '../../manifest/sources'

/** Manifests with this many screens of the pattern. */
export function manifestsOf(screens: number): Source[] {
  const modules = Array.from({ length: Math.ceil(screens / 10) }, (_, number) =>
    moduleOf(number, Math.min(10, screens - number * 10)),
  )
  return [...fixture(), ...modules.flat()]
}

/** A module of ten screens over ten entities that refer to each other in a ring. */
function moduleOf(number: number, screens: number): Source[] {
  const name = `m${number}`
  const entity = (index: number): string => `thing${number}x${(index + screens) % screens}`
  const sources: Source[] = [
    {
      path: `${name}/module.json`,
      text: JSON.stringify({
        title: ['模块', 'Module'],
        path: `/${name}`,
        permissions: ['lending'],
        menuOrder: number,
      }),
    },
  ]
  for (let index = 0; index < screens; index++) {
    const fields: Record<string, unknown> = {
      name: { type: 'string', title: ['名称', 'Name'], required: true, maxLength: 60 },
      next: {
        type: 'ref',
        entity: entity(index + 1),
        title: ['下一个', 'Next'],
        optionsWhere: "state == 'open' && this.name != name",
      },
      genre: { type: 'choice', dictionary: 'genre', title: ['类别', 'Genre'], required: true, default: "'novel'" },
      due: {
        type: 'date',
        title: ['日期', 'Due'],
        checks: [{ rule: 'due >= today()', message: ['日期 {due} 太早', '{due} is too early'] }],
      },
      followers: {
        type: 'int',
        title: ['后继', 'Followers'],
        aggregate: { count: entity(index - 1), where: "next == this && state != 'done'" },
      },
      share: { type: 'decimal', title: ['份额', 'Share'], compute: 'amount0 == 0 ? 0 : round(amount1 / amount0, 2)' },
    }
    for (let more = 0; more < 14; more++)
      fields[`amount${more}`] = { type: 'money', title: ['金额', `Amount ${more}`], min: 0 }
    const effect = {
      run: `${entity(index + 1)}.touch`,
      on: 'next',
      values: { due: 'due' },
      when: 'next != null && amount0 > 10',
    }
    sources.push(
      {
        path: `${name}/${entity(index)}.entity.json`,
        text: JSON.stringify(
          {
            title: ['物品', 'Thing'],
            labelField: 'name',
            fields,
            rowScope: { selfFields: ['createdBy', 'next.createdBy'] },
            states: { open: { title: ['开', 'Open'], color: 'green' }, done: { title: ['完', 'Done'], closed: true } },
            transitions: {
              create: {
                title: ['新增', 'Create'],
                to: 'open',
                permissions: ['books', 'system'],
                form: [
                  'name',
                  'next',
                  'genre',
                  'due',
                  'amount0',
                  { field: 'amount1', visibleWhen: "genre == 'novel'", requiredWhen: 'amount0 > 0' },
                ],
              },
              edit: {
                title: ['编辑', 'Edit'],
                from: ['open'],
                permissions: ['books'],
                form: ['name', 'due'],
                vars: {
                  same: { count: entity(index), where: 'next == this.next && name == this.name && id != this.id' },
                },
                checks: [
                  {
                    rule: 'vars.same == 0',
                    message: ['{name} 已存在 {vars.same} 次', '{name} exists {vars.same} times'],
                    field: 'name',
                  },
                ],
              },
              touch: { title: ['更新', 'Touch'], from: ['open'], permissions: ['system'], form: ['due'] },
              finish: {
                title: ['完成', 'Finish'],
                from: ['open'],
                to: 'done',
                permissions: [{ permission: 'loans', when: 'createdBy == me' }],
                set: { amount2: 'amount0 + amount1 * settings.loanDays' },
                effects: [effect],
              },
            },
          },
          null,
          2,
        ),
      },
      {
        path: `${name}/S${index}.screen.json`,
        text: JSON.stringify(
          {
            path: `/${name}/S${index}`,
            title: ['列表', 'List'],
            kind: 'list',
            permissions: ['books'],
            entity: entity(index),
            where: "state == 'open' && amount0 >= 0",
            columns: [
              'name',
              'genre',
              'next',
              'next.name',
              'due',
              { field: 'amount0', sum: true },
              'share',
              'followers',
              'state',
            ],
            filters: ['name', 'genre', 'next', 'due'],
            actions: ['create', 'edit', 'finish', `${entity(index - 1)}.create`],
          },
          null,
          2,
        ),
      },
    )
  }
  return sources
}
