// The larger entities of the workshop: projects, their tasks and expenses.
export const t = (name: string): [string, string] => [`${name}中`, name]
export const string = (title: string, rest: object = {}) => ({ type: 'string', title: t(title), ...rest })
export const ref = (entity: string, title: string, rest: object = {}) => ({
  type: 'ref',
  entity,
  title: t(title),
  ...rest,
})
export const states = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { title: t(name) }]))

export const project = {
  title: ['项目', 'Project'],
  numberPrefix: 'PR',
  numberPrefixBy: { field: 'kind', prefixes: { urgent: 'UP' } },
  labelField: 'name',
  rowScope: { unitFields: ['team'], selfFields: ['owner', 'createdBy'] },
  fields: {
    name: string('Name', { required: true, maxLength: 20 }),
    alias: { type: 'string', title: t('Alias'), localized: true },
    kind: { type: 'choice', dictionary: 'kind', title: t('Kind'), required: true, default: "'plain'" },
    reason: string('Reason'),
    owner: ref('person', 'Owner', {
      optionsWhere: "state == 'active'",
      optionsFirstWhere: 'this.name == null || name == this.name',
    }),
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
    cost: { type: 'money', title: t('Cost'), readPermissions: ['admin'] },
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
    { fields: ['alias'], message: ['“{alias}”已有', 'There is a project {alias} already'] },
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
        { field: 'reason', visibleWhen: "kind == 'urgent' && me.name != 'boss'" },
        'owner',
        'budget',
        'plans',
        'endsOn',
        'cost',
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
      fourEyes: 'createdBy',
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

export const task = {
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
        {
          rule: "project.state == 'running'",
          message: ['{project} 未开工', '{project} has not begun'],
          field: 'project',
        },
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

export const expense = {
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
      creates: true,
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
      creates: true,
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
