// The small product of the tests of writing: houses (tenants) with their people, projects with tasks and expenses. One
// rule of each kind that writing obeys.
import type { App } from '../../../src/manifest/model/app'
import type { Source } from '../../../src/manifest/json/source'
import { compile } from '../../../src/manifest/compile'
import { printProblem } from '../../../src/manifest/problems/print'

const t = (name: string): [string, string] => [`${name}中`, name]
const string = (title: string, rest: object = {}) => ({ type: 'string', title: t(title), ...rest })
const ref = (entity: string, title: string, rest: object = {}) => ({ type: 'ref', entity, title: t(title), ...rest })
const states = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { title: t(name) }]))
const screen = (path: string, rest: object) => ({ path, title: t(path), permissions: ['admin'], ...rest })

const project = {
  title: ['项目', 'Project'],
  numberPrefix: 'PR',
  labelField: 'name',
  rowScope: { unitFields: ['team'], selfFields: ['owner', 'createdBy'] },
  fields: {
    name: string('Name', { required: true, maxLength: 20 }),
    alias: { type: 'string', title: t('Alias'), localized: true },
    kind: { type: 'choice', dictionary: 'kind', title: t('Kind'), required: true, default: "'plain'" },
    reason: string('Reason'),
    owner: ref('person', 'Owner', { optionsWhere: "state == 'active'" }),
    team: ref('team', 'Team'),
    budget: { type: 'money', title: t('Budget'), min: 0 },
    rate: { type: 'decimal', title: t('Rate'), scale: 3, default: '1' },
    rounds: { type: 'int', title: t('Rounds'), default: '0' },
    endsOn: {
      type: 'date',
      title: t('Ends on'),
      checks: [{ rule: 'endsOn >= today()', message: ['不能早于今天', 'Not before today'] }],
    },
    plans: { type: 'files', title: t('Plans'), accept: ['image/*'] },
    first: ref('task', 'First task'),
    flags: string('Flags'),
    spent: {
      type: 'money',
      title: t('Spent'),
      aggregate: { sum: 'expense.amount', where: "project == this.id && state == 'booked'" },
    },
    left: { type: 'money', title: t('Left'), compute: 'budget - spent' },
    openTasks: {
      type: 'int',
      title: t('Open tasks'),
      aggregate: { count: 'task', where: "project == this.id && state == 'open'" },
    },
  },
  unique: [
    {
      fields: ['name'],
      where: "state != 'closed'",
      message: ['“{name}”已由 {owner} 负责', '{name} is looked after by {owner}'],
    },
  ],
  states: states('draft', 'drawing', 'checking', 'running', 'closed'),
  stages: [
    { state: 'draft' },
    { state: 'drawing', skipWhen: "contains(flags, 'd')" },
    { state: 'checking', skipWhen: "contains(flags, 'c')" },
    { state: 'running' },
  ],
  invariants: [
    { rule: 'budget == null || spent <= budget', message: ['预算不足：剩 {left}', 'Over budget: {left} left'] },
  ],
  jobs: [{ transition: 'expire', where: "state == 'running' && endsOn != null && endsOn < today()", everySeconds: 60 }],
  transitions: {
    create: {
      title: ['新建', 'Create'],
      to: 'draft',
      permissions: ['projects'],
      form: [
        'name',
        'alias',
        'kind',
        { field: 'reason', visibleWhen: "kind == 'urgent'", requiredWhen: "kind == 'urgent'" },
        { field: 'owner', default: 'me.id', optionsWhere: 'team == this.team || this.team == null' },
        'team',
        'budget',
        'endsOn',
        'plans',
      ],
      set: { flags: 'tenant.flags' },
      successMessage: ['项目 {name} 已新建', 'Project {name} was created'],
    },
    edit: {
      title: ['修改', 'Edit'],
      from: ['draft', 'running'],
      permissions: ['projects'],
      form: [
        'name',
        'alias',
        { field: 'kind', optionsWhere: "code != 'urgent' || this.budget != null" },
        'owner',
        'budget',
        'plans',
        'endsOn',
      ],
      note: 'optional',
    },
    advance: {
      title: ['推进', 'Advance'],
      from: ['draft'],
      toStage: 'drawing',
      permissions: ['projects'],
      effects: [
        {
          run: 'task.create',
          values: { project: 'id', title: "'开始 ' + name" },
          saveToField: 'first',
          when: "state == 'running'",
        },
      ],
    },
    close: {
      title: ['关闭', 'Close'],
      from: ['running'],
      to: 'closed',
      permissions: ['projects'],
      note: 'required',
      rowScopes: ['unit', 'tenant', 'all'],
      checks: [{ rule: 'openTasks < 5', message: ['还有 {openTasks} 个任务', '{openTasks} tasks are open'] }],
      effects: [
        { run: 'task.drop', where: "project == this.id && state == 'open'" },
        {
          message: ['{name} 已关闭，原负责人 {before.owner}', '{name} was closed, before {before.owner}'],
          body: ['剩余 {left}', '{left} left'],
          messageKind: 'news',
          toFields: ['owner', 'createdBy'],
          screen: '/projects',
        },
      ],
    },
    raise: {
      title: ['加价', 'Raise'],
      from: ['running'],
      permissions: ['system'],
      inputs: { by: { type: 'money', title: t('By'), required: true } },
      set: { budget: 'budget + input.by', rounds: 'rounds + 1' },
    },
    hand: {
      title: ['移交', 'Hand over'],
      from: ['running'],
      permissions: [{ permission: 'signed-in', when: 'owner == me.id' }, 'managing'],
      form: [{ field: 'owner', required: true }],
      checks: [{ rule: 'before.owner != owner', message: ['负责人未变', 'The owner is the same'], field: 'owner' }],
      when: "kind != 'frozen'",
    },
    audit: {
      title: ['审核', 'Audit'],
      from: ['running'],
      permissions: ['projects'],
      fourEyes: true,
      set: { rounds: 'rounds + 1', reason: "'audited'", alias: "'audited ' + name" },
    },
    expire: {
      title: ['到期', 'Expire'],
      from: ['running'],
      to: 'closed',
      permissions: ['system'],
      checks: [{ rule: "name != 'stuck'", message: ['卡住', 'Stuck'] }],
      effects: [{ message: ['{name} 到期', '{name} expired'], messageKind: 'news', toFields: ['owner'] }],
    },
  },
}

const task = {
  title: ['任务', 'Task'],
  numberPrefix: 'TK',
  labelField: 'title',
  rowScope: { unitFields: ['project.team'], selfFields: ['project.owner', 'createdBy'] },
  fields: {
    project: ref('project', 'Project', { required: true, optionsWhere: "state == 'running'" }),
    title: string('Title', { required: true }),
    steps: {
      type: 'lines',
      title: t('Steps'),
      fields: {
        what: string('What', { required: true }),
        hours: {
          type: 'decimal',
          title: t('Hours'),
          required: true,
          checks: [{ rule: 'hours > 0', message: ['须大于零', 'More than zero'] }],
        },
        price: { type: 'money', title: t('Price'), required: true },
        by: ref('person', 'By', { optionsWhere: "state == 'active'" }),
        amount: { type: 'money', title: t('Amount'), compute: 'round(hours * price, 2)' },
      },
    },
    total: { type: 'money', title: t('Total'), aggregate: { sum: 'steps.amount' } },
  },
  states: states('open', 'done', 'dropped'),
  transitions: {
    create: {
      title: ['新建任务', 'New task'],
      to: 'open',
      permissions: ['projects', 'system'],
      form: ['project', 'title', 'steps'],
      checks: [
        { rule: 'total <= 1000', message: ['合计 {total} 过高', 'A total of {total} is too much'], field: 'steps' },
      ],
    },
    edit: { title: ['修改任务', 'Edit task'], from: ['open'], permissions: ['projects'], form: ['title', 'steps'] },
    finish: {
      title: ['完成', 'Finish'],
      from: ['open'],
      to: 'done',
      permissions: ['projects'],
      effects: [
        {
          run: 'expense.book',
          values: { project: 'project', amount: 'total', remark: "'任务 ' + no" },
          when: 'total > 0',
        },
        { run: 'project.raise', on: 'project', values: { by: '0.01' } },
        {
          message: ['任务 {title} 完成', 'Task {title} is done'],
          messageKind: 'news',
          toFields: ['project.owner'],
          toWhere: 'team == this.project.team',
        },
      ],
    },
    drop: { title: ['放弃', 'Drop'], from: ['open'], to: 'dropped', permissions: ['projects', 'system'] },
  },
}

const expense = {
  title: ['费用', 'Expense'],
  numberPrefix: 'EX',
  fields: {
    project: ref('project', 'Project', { required: true }),
    amount: { type: 'money', title: t('Amount'), required: true, min: 0.01 },
    remark: { type: 'text', title: t('Remark') },
  },
  states: states('booked', 'cancelled'),
  transitions: {
    claim: {
      title: ['报销', 'Claim'],
      to: 'booked',
      permissions: ['money'],
      form: ['project', 'amount'],
      checks: [
        {
          rule: "project.state == 'running'",
          message: ['项目不在进行', 'The project is not running'],
          field: 'project',
        },
      ],
    },
    book: {
      title: ['记账', 'Book'],
      to: 'booked',
      permissions: ['money', 'system'],
      form: ['project', 'amount', 'remark'],
      vars: { before: { sum: 'expense.amount', where: "project == this.project && state == 'booked'" } },
      checks: [
        {
          rule: 'project.budget == null || vars.before + amount <= project.budget',
          message: ['已用 {vars.before}，预算 {project.budget}', '{vars.before} of {project.budget} spent'],
          field: 'amount',
        },
      ],
    },
    bookBlindly: {
      title: ['直接记账', 'Book blindly'],
      to: 'booked',
      permissions: ['money'],
      form: ['project', 'amount'],
      effects: [{ run: 'project.raise', on: 'project', values: { by: '0' } }],
    },
    cancel: {
      title: ['作废', 'Cancel'],
      from: ['booked'],
      to: 'cancelled',
      permissions: ['money'],
      when: 'amount < 1000',
    },
  },
}

const entities = {
  house: {
    title: ['公司', 'House'],
    perTenant: false,
    labelField: 'name',
    readPermissions: ['signed-in'],
    fields: { name: string('Name', { required: true }), flags: string('Flags') },
    states: states('open'),
    transitions: {
      edit: { title: t('Edit'), from: ['open'], permissions: ['admin'], form: ['name', 'flags'] },
      create: { title: t('Create'), to: 'open', permissions: ['admin'], form: ['name', 'flags'] },
    },
  },
  team: {
    title: ['小组', 'Team'],
    labelField: 'name',
    readPermissions: ['signed-in'],
    fields: { name: string('Name', { required: true }) },
    states: states('open'),
    transitions: { create: { title: t('Create'), to: 'open', permissions: ['managing'], form: ['house', 'name'] } },
  },
  role: {
    title: ['角色', 'Role'],
    labelField: 'name',
    fields: {
      name: string('Name', { required: true }),
      codes: { type: 'lines', title: t('Codes'), fields: { code: string('Code', { required: true }) } },
    },
    states: states('open'),
    transitions: { create: { title: t('Create'), to: 'open', permissions: ['admin'], form: ['name', 'codes'] } },
  },
  person: {
    title: ['人员', 'Person'],
    labelField: 'name',
    readPermissions: ['signed-in'],
    fields: {
      name: string('Name', { required: true }),
      login: { type: 'mobile', title: t('Login'), required: true },
      team: ref('team', 'Team'),
      role: ref('role', 'Role'),
      reach: { type: 'choice', dictionary: 'reach', title: t('Reach'), required: true, default: "'own'" },
    },
    states: states('active', 'left'),
    transitions: {
      create: {
        title: t('Create'),
        to: 'active',
        permissions: ['admin'],
        form: ['name', 'login', 'team', 'role', 'reach'],
      },
      leave: { title: t('Leave'), from: ['active'], to: 'left', permissions: ['admin', 'system'] },
    },
  },
  trail: {
    title: ['日志', 'Trail'],
    labelField: 'action',
    readPermissions: ['admin'],
    fields: {
      entity: string('Entity'),
      recordId: { type: 'int', title: t('Record'), index: true },
      action: string('Action'),
      fromState: string('From'),
      toState: string('To'),
      by: ref('person', 'By'),
      at: { type: 'datetime', title: t('At') },
      remark: { type: 'text', title: t('Remark') },
      data: { type: 'text', title: t('Data') },
    },
  },
  note: {
    title: ['通知', 'Note'],
    labelField: 'title',
    rowScope: { selfFields: ['to'] },
    fields: {
      kind: { type: 'choice', dictionary: 'noteKind', title: t('Kind'), required: true },
      to: ref('person', 'To', { required: true }),
      title: string('Title', { required: true, localized: true }),
      body: { type: 'text', title: t('Body') },
      route: string('Route'),
    },
    states: states('unread', 'read'),
    transitions: {
      send: { title: t('Send'), to: 'unread', permissions: ['system'], form: ['kind', 'to', 'title', 'body', 'route'] },
      read: {
        title: t('Read'),
        from: ['unread'],
        to: 'read',
        permissions: [{ permission: 'signed-in', when: 'to == me' }],
      },
    },
  },
  project,
  task,
  expense,
}

const dictionary = (...codes: string[]) => ({
  title: t('codes'),
  items: Object.fromEntries(codes.map((code) => [code, t(code)])),
})

const files: Record<string, object> = {
  'app.json': {
    title: t('Workshop'),
    shortTitle: t('W'),
    languages: ['zh', 'en'],
    clientName: 'workshop',
    homeScreen: '/projects',
    timezone: 'Asia/Shanghai',
    currency: 'CNY',
    theme: { primaryColor: '#123456', size: 'default' },
    cookies: { token: 'a', language: 'b', size: 'c', sidebar: 'd' },
    logEntity: 'trail',
    messages: {
      entity: 'note',
      sendTransition: 'send',
      readTransition: 'read',
      unreadState: 'unread',
      screen: '/notes',
      counters: { news: 'news_count' },
    },
  },
  'access.json': {
    identity: {
      accountEntity: 'person',
      loginField: 'login',
      nameField: 'name',
      activeWhen: "state == 'active'",
      tenantEntity: 'house',
      unitField: 'team',
      roleField: 'role',
      permissionsPath: 'codes.code',
      rowScopeField: 'reach',
      rowScopes: { own: 'self', team: 'unit', house: 'tenant', everywhere: 'all' },
    },
    administratorPermission: 'admin',
    permissions: { admin: t('Administrator'), projects: t('Projects'), money: t('Money'), managing: t('Managing') },
  },
  'work/module.json': { title: t('Work'), menuOrder: 1 },
  'work/kind.dictionary.json': {
    title: t('Kinds'),
    items: { plain: t('plain'), urgent: t('urgent'), frozen: t('frozen'), old: { title: t('old'), retired: true } },
  },
  'work/reach.dictionary.json': dictionary('own', 'team', 'house', 'everywhere'),
  'work/noteKind.dictionary.json': dictionary('news'),
  'work/Notes.screen.json': screen('/notes', {
    kind: 'list',
    permissions: ['signed-in'],
    entity: 'note',
    columns: ['title', 'body', 'kind', 'route', 'state'],
    actions: ['read'],
  }),
  'work/Projects.screen.json': screen('/projects', {
    kind: 'list',
    permissions: ['projects', 'managing'],
    entity: 'project',
    columns: ['no', 'name', 'state'],
    actions: ['create', 'edit', 'advance', 'close', 'hand', 'audit', 'task.create'],
  }),
  'work/Tasks.screen.json': screen('/tasks', {
    kind: 'list',
    permissions: ['projects'],
    entity: 'task',
    columns: ['no', 'title', 'state'],
    actions: ['edit', 'finish', 'drop'],
  }),
  'work/Expenses.screen.json': screen('/expenses', {
    kind: 'list',
    permissions: ['money'],
    entity: 'expense',
    columns: ['no', 'amount', 'state'],
    actions: ['book', 'bookBlindly', 'cancel'],
  }),
  'work/People.screen.json': screen('/people', {
    kind: 'list',
    entity: 'person',
    columns: ['name'],
    actions: ['create', 'leave'],
  }),
  'work/Houses.screen.json': screen('/houses', {
    kind: 'list',
    entity: 'house',
    columns: ['name', 'flags'],
    actions: ['create', 'edit'],
  }),
  'work/Teams.screen.json': screen('/teams', { kind: 'list', entity: 'team', columns: ['name'], actions: ['create'] }),
  'work/Roles.screen.json': screen('/roles', { kind: 'list', entity: 'role', columns: ['name'], actions: ['create'] }),
  ...Object.fromEntries(Object.entries(entities).map(([name, entity]) => [`work/${name}.entity.json`, entity])),
}

/** The compiled product. @throws with the printed problems */
export function compileWorkshop(change: (files: Record<string, object>) => void = () => undefined): App {
  const own = structuredClone(files)
  change(own)
  const sources: Source[] = Object.entries(own).map(([path, content]) => ({
    path,
    text: JSON.stringify(content, null, 2),
  }))
  const compiled = compile(sources)
  if (!compiled.ok) throw new Error(compiled.problems.map((problem) => printProblem(problem)).join('\n'))
  return compiled.app
}
