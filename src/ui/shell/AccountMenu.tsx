// Who am I here, and what is mine? The screens that the product offers here, the message centre and the way out, which asks first.
import { Dropdown, type MenuProps } from 'antd'
import { places } from '../../runtime/places'
import { useProduct, useRuntime, useSession, useWords } from '../../runtime/runtime'
import type { Size } from '../../runtime/session'
import type { Unsaved } from '../../runtime/unsaved'
import { languageNames } from './DisplayMenus'
import { Icon, iconOf } from './icons'
import { leaveTo } from './leave'
import { sizeNames, useChoices } from './useChoices'

interface AccountMenuProps {
  readonly open: (path: string) => void
  readonly unsaved: Unsaved
  readonly narrow: boolean
}
type Items = NonNullable<MenuProps['items']>

export function AccountMenu({ open, unsaved, narrow }: AccountMenuProps) {
  const { notices, signIn } = useRuntime()
  const { t, index, pick } = useWords()
  const { messages, account: offered } = useProduct()
  const account = useSession((state) => state.boot?.account)
  const routes = useSession((state) => state.boot?.routes)
  const size = useSession((state) => state.size)
  const choices = useChoices()
  if (!account || !routes) return null

  const leave = async () => {
    const text = unsaved.has() ? `${t('shell.signOutText')} ${t('shell.signOutUnsaved')}` : t('shell.signOutText')
    if (!(await notices.ask({ title: t('shell.signOutTitle'), text, ok: t('shell.ok'), cancel: t('shell.cancel') })))
      return
    for (const id of unsaved.getState().marks.keys()) unsaved.mark(id, unsaved.getState().marks.get(id)!, false)
    await signIn.out()
    leaveTo(places.signIn)
  }
  const own = [...offered, messages.screen].flatMap((path) => routes[path] ?? [])
  const display: Items = narrow
    ? [
        { type: 'divider' },
        {
          key: 'language',
          icon: <Icon name="language" size={16} />,
          label: t('shell.language'),
          children: languageNames.map((name, at) => ({ key: `language ${at}`, label: name })),
        },
        {
          key: 'size',
          icon: <Icon name="textSize" size={16} />,
          label: t('shell.size'),
          children: (Object.keys(sizeNames) as Size[]).map((name) => ({
            key: `size ${name}`,
            label: t(sizeNames[name]),
          })),
        },
      ]
    : []
  const items: Items = [
    {
      key: 'who',
      type: 'group',
      label: (
        <div className="shell-who">
          <strong>{account.name}</strong>
          <span>{[account.tenant.label, account.unit?.label].filter(Boolean).join(' · ')}</span>
        </div>
      ),
      children: [],
    },
    { type: 'divider' },
    ...own.map(({ path, title, icon }) => ({
      key: path,
      icon: <Icon name={path === messages.screen ? 'bell' : iconOf(icon)} size={16} />,
      label: pick(title),
    })),
    ...display,
    { type: 'divider' },
    { key: 'out', icon: <Icon name="out" size={16} />, label: t('shell.signOut') },
  ]
  const commands: Readonly<Record<string, () => void>> = {
    out: () => void leave(),
    'language 0': () => choices.language(0),
    'language 1': () => choices.language(1),
    ...Object.fromEntries((Object.keys(sizeNames) as Size[]).map((name) => [`size ${name}`, () => choices.size(name)])),
    ...Object.fromEntries(own.map(({ path }) => [path, () => open(path)])),
  }
  const choose = (key: string) => commandOf(commands, key, t('fault.noCommand'))()
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items, onClick: ({ key }) => choose(key), selectedKeys: [`language ${index}`, `size ${size}`] }}
    >
      <button type="button" className="shell-account" title={t('shell.account')} aria-haspopup="menu">
        <span aria-hidden="true" className="shell-avatar">
          {initials(account.name)}
        </span>
        <span className="shell-account-name">{account.name}</span>
        <Icon name="down" size={14} />
      </button>
    </Dropdown>
  )
}

/** What a menu item does. @throws when it does nothing: an item without a command is a mistake of ours */
export function commandOf(commands: Readonly<Record<string, () => void>>, key: string, message: string): () => void {
  const command = Object.hasOwn(commands, key) ? commands[key] : undefined
  if (!command) throw new Error(message)
  return command
}

/** Two letters of a Latin name, the last two characters of a Chinese one. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  if (/^[\u0000-\u024f]/.test(name))
    return words
      .slice(0, 2)
      .map((word) => word[0]?.toUpperCase() ?? '')
      .join('')
  return [...name].slice(-2).join('')
}
