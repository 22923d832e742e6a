// The small product of the tests of writing: houses (tenants) with their people, projects with
// tasks and expenses. One rule of each kind that writing obeys.
import type { App } from '../../../src/manifest/model/app'
import type { Source } from '../../../src/manifest/json/source'
import { compile } from '../../../src/manifest/compile'
import { printProblem } from '../../../src/manifest/problems/print'
import { expense, project, ref, states, string, t, task } from './workshopEntities'

const screen = (path: string, rest: object) => ({ path, title: t(path), permissions: ['admin'], ...rest })

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
  'work/work.settings.json': { settings: { mostSpent: { title: t('Most spent'), value: 1500 } } },
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
