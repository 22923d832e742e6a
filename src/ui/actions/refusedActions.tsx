// The actions of a record that are not possible now, as the last entries of its menu.
// Pressing one explains why.
import { Modal } from 'antd'
import type { MenuProps } from 'antd'
import { useRead } from '../../client/data/queries'
import { useTranslator } from '../../client/context/clientContext'
import { useBackCloses } from '../../client/navigation/backCloses'
import type { WhyAnswer, WhyNot } from '../../protocol/records/stepCalls'
import { Reasons } from '../controls/refusal/Reasons'

/** A record whose menu is open; `screen`: limits it to this list's actions, else all lists of the caller. */
export interface MenuRecord {
  readonly entity: string
  readonly id: number
  readonly screen?: string
}

/** More of them than this would bury what is possible: they share one entry. */
const maxListed = 3
const restKey = 'why not'

/** The refused actions of a record, or a line of text while they load or if there are none. */
export function useRefusedActions(record: MenuRecord | undefined): {
  readonly entries: NonNullable<MenuProps['items']>
  /** No refused actions, or not loaded yet. */
  readonly isEmpty: boolean
  /** The refused actions of a pressed entry; none for any other. */
  readonly refusedOf: (key: string) => readonly WhyNot[]
} {
  const { t, pick } = useTranslator()
  const { data, isError } = useRead<WhyAnswer>('/api/why', record ?? {}, {
    entities: record ? [record.entity] : [],
    enabled: record !== undefined,
  })
  const refused = data?.refused ?? []
  const keyOf = ({ transition }: WhyNot) => `why ${transition}`
  const entryOf = (key: string, title: string) => ({ key, label: <RefusedAction title={title} note={t('why.ask')} /> })
  const entries =
    refused.length > maxListed
      ? [entryOf(restKey, t('why.rest'))]
      : refused.map((action) => entryOf(keyOf(action), pick(action.title)))
  const none = { key: 'none', disabled: true, label: t(data || isError ? 'why.nothing' : 'why.waiting') }
  return {
    entries: entries.length > 0 ? entries : [none],
    isEmpty: entries.length === 0,
    refusedOf: (key) => (key === restKey ? refused : refused.filter((action) => keyOf(action) === key)),
  }
}

/** The label of a menu entry that cannot run. */
export function RefusedAction({ title, note }: { readonly title: string; readonly note: string }) {
  return (
    <span className="refused-action">
      <span>{title}</span>
      <small>{note}</small>
    </span>
  )
}

/** The entries of a menu, with the refused actions below a divider. */
export function withRefused(
  items: NonNullable<MenuProps['items']>,
  refused: NonNullable<MenuProps['items']>,
): NonNullable<MenuProps['items']> {
  if (items.length === 0) return refused
  const [first] = refused
  return first?.key === 'none' ? items : [...items, { type: 'divider', key: 'line' }, ...refused]
}

/** Why an action is not possible now; of several the reasons unfold one by one. */
export function ReasonsDialog({ refused, close }: { refused: readonly WhyNot[]; close: () => void }) {
  const { t, pick } = useTranslator()
  const [first, ...others] = refused
  useBackCloses(first !== undefined, close)
  if (!first) return null
  const title = others.length > 0 ? t('why.titleRest') : t('why.title', { action: pick(first.title) })
  return (
    <Modal open onCancel={close} footer={null} width={460} title={title}>
      {others.length === 0 ? (
        <Reasons conditions={first.conditions} />
      ) : (
        refused.map((action) => (
          <details key={action.transition} className="refused-reasons">
            <summary>{pick(action.title)}</summary>
            <Reasons conditions={action.conditions} />
          </details>
        ))
      )}
    </Modal>
  )
}
