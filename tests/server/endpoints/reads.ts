// The workshop with everything that is read beside lists: reminders, calendars, dashboards,
// reports, masked and restricted fields, own notes only.
import type { RequestContext } from '../../../src/server/endpoints/contract/operation'
import { RequestError } from '../../../src/protocol/requestError'
import { compileWorkshop } from '../mutation/manifests'
import { moment, Workshop } from '../mutation/workshop'
import { messageText } from '../../../src/manifest/expression/message'
import { english } from '../../protocol/locales'

const t = (name: string): [string, string] => [`${name}中`, name]

interface Entity {
  fields: Record<string, object>
  transitions: Record<string, { form: unknown[] }>
  rowScope?: object
  sublabelField?: string
  readPermissions?: string[]
}

export function compileReads() {
  return compileWorkshop((files) => {
    const project = files['work/project.entity.json'] as unknown as Entity
    project.fields.phone = {
      type: 'mobile',
      title: t('Phone'),
      mask: { states: ['closed'], unmasked: [3, 4], unmaskPermissions: ['managing'] },
    }
    project.fields.margin = { type: 'money', title: t('Margin'), readPermissions: ['managing'] }
    project.fields.startsAt = { type: 'datetime', title: t('Starts at') }
    project.transitions.edit!.form.push('phone', 'margin', 'startsAt')
    project.sublabelField = 'no'
    project.readPermissions = ['projects', 'managing']
    const task = files['work/task.entity.json'] as unknown as Entity
    task.fields.helper = {
      type: 'ref',
      entity: 'person',
      title: t('Helper'),
      optionsWhere: 'team == this.project.team',
    }
    task.transitions.create!.form.push('helper')
    ;(files['work/note.entity.json'] as unknown as Entity).rowScope = { where: 'to == me.id' }
    const screen = (path: string, rest: object) => ({ path, title: t(path), permissions: ['projects'], ...rest })
    Object.assign(files['work/Projects.screen.json']!, {
      columns: [
        'no',
        'name',
        'kind',
        'owner',
        'phone',
        'budget',
        'rate',
        'endsOn',
        'startsAt',
        'margin',
        'alias',
        'state',
      ],
      filters: ['owner', 'name', 'team'],
      sort: 'name',
      tabsBy: 'state',
      queue: { where: "state == 'running'", overdueWhere: 'endsOn != null && endsOn < today()' },
      blocks: [
        {
          kind: 'figures',
          figures: [
            { name: 'granted', title: t('Granted'), type: 'money', aggregate: { sum: 'project.budget' } },
            {
              name: 'spent',
              title: t('Spent'),
              type: 'money',
              aggregate: { sum: 'expense.amount', where: "state == 'booked'" },
            },
            { name: 'left', title: t('Left'), type: 'money', compute: 'max(0, granted - spent)' },
            { title: t('Share'), type: 'int', compute: 'granted == 0 ? null : left * 100 / granted' },
            { name: 'margin', title: t('Margin'), type: 'money', aggregate: { sum: 'project.margin' } },
            { title: t('With margin'), type: 'money', compute: 'left + margin' },
          ],
        },
        {
          kind: 'reminder',
          title: t('Ending'),
          entity: 'project',
          where: "state == 'running' && endsOn != null && endsOn <= today()",
          columns: ['name', 'owner', 'margin'],
          sort: 'endsOn',
          actions: ['close'],
        },
      ],
    })
    Object.assign(files['work/Expenses.screen.json']!, { queue: {} })
    // Parts for some callers: managers, and the house with the flag d.
    const flagged = { visibleWhen: "tenant.flags == 'd'" }
    const managers = { permissions: ['managing'] }
    Object.assign(files['work/expense.entity.json']!, {
      detail: {
        sections: [
          { title: t('Sum'), fields: ['no', 'amount'] },
          { title: t('Remark'), fields: ['remark'], ...managers },
        ],
        related: [],
      },
    })
    Object.assign(files['work/team.entity.json']!, {
      detail: { ...flagged, related: [{ entity: 'project', columns: ['name'], ...managers }] },
    })
    Object.assign(files, {
      'work/Parts.screen.json': screen('/parts', {
        kind: 'list',
        entity: 'project',
        columns: [
          'name',
          { field: 'budget', sum: true, ...managers },
          { field: 'rate', ...flagged },
          { field: 'owner', ...flagged },
        ],
        filters: ['owner', 'budget'],
        sort: 'name',
        actions: [{ action: 'create', ...managers }, { action: 'edit', ...flagged }, 'close'],
        moreLists: [{ name: 'others', entity: 'project', columns: ['name'], ...flagged }],
        blocks: [
          {
            kind: 'figures',
            figures: [
              {
                name: 'all',
                title: t('Projects'),
                type: 'int',
                aggregate: { count: 'project' },
                ...managers,
                drillDown: '/parts',
              },
              { title: t('Twice'), type: 'int', compute: 'all * 2' },
              { title: t('Expenses'), type: 'int', aggregate: { count: 'expense' } },
            ],
          },
          { kind: 'latest', entity: 'project', columns: ['name'], ...flagged },
        ],
      }),
      'work/Plan.screen.json': screen('/plan', {
        kind: 'calendar',
        entity: 'project',
        filters: ['owner', 'kind'],
        calendar: {
          dateField: 'endsOn',
          slotField: 'kind',
          groupBy: 'owner',
          colorBy: 'state',
          entryFields: ['name', 'margin'],
        },
      }),
      'work/Moments.screen.json': screen('/moments', {
        kind: 'calendar',
        entity: 'project',
        calendar: { dateField: 'startsAt', groupBy: 'kind', entryFields: ['name'] },
      }),
      'work/Spans.screen.json': screen('/spans', {
        kind: 'calendar',
        entity: 'project',
        calendar: { dateField: 'startsAt', endField: 'endsOn', entryFields: ['name'] },
      }),
      'work/Backwards.screen.json': screen('/backwards', {
        kind: 'calendar',
        entity: 'project',
        calendar: { dateField: 'endsOn', endField: 'startsAt', entryFields: ['name'] },
      }),
      'work/Desk.screen.json': screen('/desk', {
        kind: 'dashboard',
        permissions: ['signed-in'],
        blocks: [
          { kind: 'queues' },
          {
            kind: 'figures',
            title: t('Figures'),
            figures: [
              { title: t('Spent'), type: 'money', aggregate: { sum: 'expense.amount', where: "state == 'booked'" } },
              { title: t('Projects'), type: 'int', aggregate: { count: 'project' } },
              { title: t('Margin'), type: 'money', aggregate: { sum: 'project.margin' } },
              { title: t('Mean'), type: 'money', aggregate: { average: 'project.budget' } },
            ],
          },
          {
            kind: 'latest',
            entity: 'project',
            where: "state != 'draft'",
            columns: ['name', 'phone', 'margin'],
            sort: '-name',
            limit: 2,
          },
          { kind: 'text', text: t('Hello') },
        ],
      }),
      'work/Wall.screen.json': screen('/wall', {
        kind: 'dashboard',
        permissions: ['signed-in'],
        blocks: [
          {
            kind: 'figures',
            permissions: ['managing'],
            figures: [{ title: t('Projects'), type: 'int', aggregate: { count: 'project' }, drillDown: '/projects' }],
          },
          { kind: 'latest', entity: 'project', columns: ['name'], actions: ['close'] },
          { kind: 'text', permissions: ['managing'], text: t('Only for managers') },
        ],
      }),
      'work/Figures.screen.json': screen('/figures', {
        kind: 'report',
        permissions: ['managing', 'projects'],
        report: {
          dimensions: {
            owner: { type: 'ref', entity: 'person', title: t('Owner') },
            month: { type: 'string', title: t('Month') },
          },
          period: 'month',
          sort: '-projects',
          measures: {
            projects: {
              title: t('Projects'),
              type: 'int',
              aggregate: { count: 'project', where: 'date(createdAt) >= period.from && date(createdAt) < period.to' },
              dimensions: { owner: 'owner', month: 'month(createdAt)' },
            },
            spent: {
              title: t('Spent'),
              type: 'money',
              aggregate: {
                sum: 'expense.amount',
                where: "state == 'booked' && date(createdAt) >= period.from && date(createdAt) < period.to",
              },
              dimensions: { owner: 'project.owner', month: 'month(createdAt)' },
            },
            mean: {
              title: t('Mean'),
              type: 'money',
              aggregate: { average: 'expense.amount' },
              dimensions: { owner: 'project.owner', month: 'month(createdAt)' },
            },
            latest: {
              title: t('Latest'),
              type: 'money',
              aggregate: { first: 'expense.amount', sort: '-id' },
              dimensions: { owner: 'project.owner', month: 'month(createdAt)' },
            },
            margin: {
              title: t('Margin'),
              type: 'money',
              aggregate: { sum: 'project.margin' },
              dimensions: { owner: 'owner', month: 'month(createdAt)' },
            },
            each: { title: t('Each'), type: 'decimal', compute: 'projects == 0 ? null : spent / projects' },
          },
        },
      }),
      'work/Compared.screen.json': screen('/compared', {
        kind: 'report',
        permissions: ['managing', 'projects'],
        report: {
          dimensions: { owner: { type: 'ref', entity: 'person', title: t('Owner') } },
          filters: ['owner'],
          period: 'month',
          comparePrevious: true,
          sort: '-twice',
          measures: {
            projects: {
              title: t('Projects'),
              type: 'int',
              hidden: true,
              aggregate: { count: 'project', where: 'date(createdAt) >= period.from && date(createdAt) < period.to' },
              dimensions: { owner: 'owner' },
            },
            twice: { title: t('Twice'), type: 'int', compute: 'projects * 2' },
          },
          chart: [
            { kind: 'pie', measures: ['twice'] },
            { kind: 'line', measures: ['twice'] },
          ],
        },
      }),
      'work/Withheld.screen.json': screen('/withheld', {
        kind: 'report',
        permissions: ['managing', 'projects'],
        report: {
          dimensions: { owner: { type: 'ref', entity: 'person', title: t('Owner') } },
          sort: '-spent',
          measures: {
            projects: {
              title: t('Projects'),
              type: 'int',
              aggregate: { count: 'project' },
              dimensions: { owner: 'owner' },
            },
            spent: {
              title: t('Spent'),
              type: 'money',
              aggregate: { sum: 'expense.amount' },
              dimensions: { owner: 'project.owner' },
              drillDown: '/expenses',
              permissions: ['managing'],
            },
            each: { title: t('Each'), type: 'decimal', compute: 'projects == 0 ? null : spent / projects' },
            twice: { title: t('Twice'), type: 'int', compute: 'projects * 2', ...flagged },
          },
          chart: [
            { kind: 'bar', measures: ['projects', 'spent'] },
            { kind: 'pie', measures: ['spent'] },
          ],
        },
      }),
      'work/Settled.screen.json': screen('/settled', {
        kind: 'report',
        permissions: ['managing', 'projects'],
        report: {
          dimensions: { owner: { type: 'ref', entity: 'person', title: t('Owner') } },
          period: 'month',
          comparePrevious: true,
          sort: '-projects',
          measures: {
            projects: {
              title: t('Projects'),
              type: 'int',
              aggregate: { count: 'project', where: 'date(createdAt) >= period.from && date(createdAt) < period.to' },
              dimensions: { owner: 'owner' },
            },
            closed: {
              title: t('Closed'),
              type: 'int',
              aggregate: { count: 'project', where: "state == 'closed'" },
              dimensions: { owner: 'owner' },
            },
            spent: {
              title: t('Spent'),
              type: 'money',
              aggregate: { sum: 'expense.amount', where: "state == 'booked'" },
              dimensions: { owner: 'project.owner' },
            },
          },
        },
      }),
      'work/Kinds.screen.json': screen('/kinds', {
        kind: 'report',
        report: {
          dimensions: {
            kind: { type: 'choice', dictionary: 'kind', title: t('Kind') },
            stage: { type: 'choice', dictionary: 'project.state', title: t('Stage') },
            phone: { type: 'string', title: t('Phone') },
          },
          chooseDimension: true,
          measures: {
            number: {
              title: t('Number'),
              type: 'int',
              aggregate: { count: 'project' },
              dimensions: { kind: 'kind', stage: 'state', phone: 'phone' },
            },
            budget: {
              title: t('Budget'),
              type: 'money',
              total: false,
              aggregate: { sum: 'project.budget' },
              dimensions: { kind: 'kind', stage: 'state', phone: 'phone' },
            },
          },
        },
      }),
    })
  })
}

export const openReads = () => Workshop.open(compileReads())

/** What a request of a caller looks like to an operation; errors of streams are kept. */
export function asking(workshop: Workshop, who: string, logged: unknown[] = []): RequestContext {
  const log = {
    error: (line: string, error?: unknown) => logged.push(line, error),
    say: () => undefined,
    warn: () => undefined,
    info: () => undefined,
    debug: () => undefined,
  }
  const server = { database: workshop.database, log } as unknown as RequestContext['server']
  return {
    app: workshop.app,
    caller: workshop.caller(who),
    now: moment,
    query: workshop.database.query,
    server,
    queryOwner: { account: who, tenant: 'house', reach: 'all' },
    call: { method: 'POST', path: '/', headers: {}, body: {} } as RequestContext['call'],
  }
}

/** The code and the English sentence of a refusal. */
export async function refusal(work: Promise<unknown>): Promise<{ code: number; message: string }> {
  try {
    await work
  } catch (error) {
    if (error instanceof RequestError) return { code: error.code, message: messageText(error.sentence, english) }
    throw error
  }
  throw new Error('It was not refused.')
}
