// The account menu: account screens, message center and sign-out with a confirmation.
import type { MenuProps } from 'antd'
import { builtInPaths } from '../../../client/navigation/builtInPaths'
import { useProduct, useRuntime, useSession, useTranslator } from '../../../client/context/clientContext'
import { endPageWorker } from '../../../client/session/installedApp'
import type { SessionData, Size } from '../../../client/session/session'
import type { Unsaved } from '../../../client/navigation/unsavedChanges'
import { languageName } from '../../../client/text/format'
import { Icon, iconOf } from '../../controls/icons'
import { LazyDropdown } from '../../controls/menu/LazyDropdown'
import spoken from '../../controls/spoken.module.css'
import { useNarrow } from '../../controls/hooks/useMedia'
import { Thumbnail } from '../../values/Thumbnail'
import { useFullScreen } from './useFullScreen'
import { useInstall } from './useInstall'
import { reloadAt } from '../../auth/reloadAt'
import { sizeNames, useDisplaySettings } from '../../theme/useDisplaySettings'

interface AccountMenuProps {
  readonly open: (path: string) => void
  readonly showShortcuts: () => void
  readonly unsaved: Unsaved
  readonly narrow: boolean
}
type Items = NonNullable<MenuProps['items']>
type Commands = Readonly<Record<string, () => void>>
/** A group of menu items with the command of each, by key. */
interface MenuPart {
  readonly items: Items
  readonly commands: Commands
}

const sizeOrder = Object.keys(sizeNames) as Size[]

export function AccountMenu({ open, showShortcuts, unsaved, narrow }: AccountMenuProps) {
  const { t, language } = useTranslator()
  const account = useSession((state) => state.boot?.account)
  const size = useSession((state) => state.size)
  const screens = useAccountScreens(open)
  const display = useDisplayItems(narrow)
  const leave = useSignOut(unsaved)
  const install = useInstall()
  const phone = useNarrow(640)
  if (!account) return null
  const picture = account.avatar[0]
  const items: Items = [
    accountItem(account),
    { type: 'divider' },
    ...screens.items,
    ...display.items,
    { type: 'divider' },
    { key: 'shortcuts', icon: <Icon name="keyboard" size={16} />, label: t('shell.shortcuts') },
    { key: 'install', icon: <Icon name="download" size={16} />, label: t('shell.install') },
    { key: 'out', icon: <Icon name="out" size={16} />, label: t('shell.signOut') },
  ]
  const commands: Commands = {
    out: () => void leave(),
    install: () => void install(),
    shortcuts: showShortcuts,
    ...display.commands,
    ...screens.commands,
  }
  const choose = (key: string) => menuCommand(commands, key, t('error.noCommand'))()
  return (
    <LazyDropdown
      placement="bottomRight"
      menu={() => ({
        items,
        onClick: ({ key }) => choose(key),
        selectedKeys: [`language ${language}`, `size ${size}`],
      })}
    >
      <button type="button" className="shell-account" title={t('shell.account')} aria-haspopup="menu">
        <span aria-hidden="true" className="shell-avatar">
          {picture ? <Thumbnail file={picture} size={26} /> : initials(account.name)}
        </span>
        <span className={phone ? spoken.only : 'shell-account-name'}>{account.name}</span>
        <Icon name="down" size={14} />
      </button>
    </LazyDropdown>
  )
}

/** Who is signed in, as the heading of the menu. */
function accountItem({ name, tenant, unit }: SessionData['account']): Items[number] {
  const label = (
    <div className="shell-who">
      <strong>{name}</strong>
      <span>{[tenant.label, unit?.label].filter(Boolean).join(' · ')}</span>
    </div>
  )
  return { key: 'who', type: 'group', label, children: [] }
}

/** The account screens and the message center. */
function useAccountScreens(open: (path: string) => void): MenuPart {
  const { pick } = useTranslator()
  const { messages, accountScreens } = useProduct()
  const routes = useSession((state) => state.boot?.routes)
  const screens = [...accountScreens, messages.screen].flatMap((path) => routes?.[path] ?? [])
  return {
    items: screens.map(({ path, title, icon }) => ({
      key: path,
      icon: <Icon name={path === messages.screen ? 'bell' : iconOf(icon)} size={16} />,
      label: pick(title),
    })),
    commands: Object.fromEntries(screens.map(({ path }) => [path, () => open(path)])),
  }
}

/** Full screen, language and size, which are in the top bar if it is wide enough. */
function useDisplayItems(narrow: boolean): MenuPart {
  const { notifications } = useRuntime()
  const { t } = useTranslator()
  const { languages } = useProduct()
  const settings = useDisplaySettings()
  const full = useFullScreen(() => notifications.say('warning', t('error.noFullScreen')))
  const commands: Commands = {
    full: full.toggle,
    ...Object.fromEntries(languages.map((code) => [`language ${code}`, () => settings.language(code)])),
    ...Object.fromEntries(sizeOrder.map((name) => [`size ${name}`, () => settings.size(name)])),
  }
  if (!narrow) return { items: [], commands }
  const items: Items = [
    { type: 'divider' },
    {
      key: 'full',
      icon: <Icon name={full.on ? 'unfull' : 'full'} size={16} />,
      label: t(full.on ? 'shell.exitFullScreen' : 'shell.fullScreen'),
    },
    {
      key: 'language',
      icon: <Icon name="language" size={16} />,
      label: t('shell.language'),
      children: languages.map((code) => ({ key: `language ${code}`, label: languageName(code) })),
    },
    {
      key: 'size',
      icon: <Icon name="textSize" size={16} />,
      label: t('shell.size'),
      children: sizeOrder.map((name) => ({ key: `size ${name}`, label: t(sizeNames[name]) })),
    },
  ]
  return { items, commands }
}

/** What becomes of unsaved changes, by how many of them are kept. */
const unsavedTexts = {
  all: 'shell.signOutKept',
  some: 'shell.signOutPartlyKept',
  none: 'shell.signOutLost',
} as const

/** Signs out after a confirmation, which warns of unsaved changes. */
function useSignOut(unsaved: Unsaved): () => Promise<void> {
  const { notifications, signIn, errors, drafts } = useRuntime()
  const { t } = useTranslator()
  return async () => {
    const kept = (await drafts.areKept()) ? unsaved.drafted() : 'none'
    const text = unsaved.has() ? `${t('shell.signOutText')}\n${t(unsavedTexts[kept])}` : t('shell.signOutText')
    const question = { title: t('shell.signOutTitle'), text, ok: t('shell.ok'), cancel: t('shell.cancel') }
    if (!(await notifications.confirm({ ...question, danger: unsaved.has() }))) return
    unsaved.forgetAll()
    await signIn.out()
    await endPageWorker().catch((error: unknown) => errors.add(error))
    reloadAt(builtInPaths.signIn)
  }
}

/** The command of a menu item. @throws for an item without a command, which is a defect */
export function menuCommand(commands: Commands, key: string, message: string): () => void {
  const command = Object.hasOwn(commands, key) ? commands[key] : undefined
  if (!command) throw new Error(message)
  return command
}

/** Two letters of a Latin name, the last two characters of a Chinese one. */
function initials(name: string): string {
  const nameParts = name.trim().split(/\s+/)
  if (/^[\u0000-\u024f]/.test(name))
    return nameParts
      .slice(0, 2)
      .map((word) => word[0]?.toUpperCase() ?? '')
      .join('')
  return [...name].slice(-2).join('')
}
