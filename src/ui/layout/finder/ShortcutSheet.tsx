// The sheet of keyboard shortcuts, and whether single characters are shortcuts.
import { Modal, Switch } from 'antd'
import { useId } from 'react'
import { useTranslator } from '../../../client/context/clientContext'
import { useBackCloses } from '../../../client/navigation/backCloses'
import type { TextKey } from '../../../client/text/pageTexts'
import { useSingleKeys } from '../../controls/hooks/useShortcuts'
import { commandKey } from './commandKey'
import './shortcuts.css'

type ShellText = Extract<TextKey, `shell.${string}`>
type Row = readonly [readonly string[], ShellText]

const groups: readonly (readonly [ShellText, readonly Row[]])[] = [
  [
    'shell.shortcutsEverywhere',
    [
      [[commandKey()], 'shell.shortcutFind'],
      [['?'], 'shell.shortcutSheet'],
      [['Esc'], 'shell.shortcutClose'],
      [['z'], 'shell.shortcutUndo'],
    ],
  ],
  [
    'shell.shortcutsList',
    [
      [['/'], 'shell.shortcutWords'],
      [['j', '↓'], 'shell.shortcutNext'],
      [['k', '↑'], 'shell.shortcutPrevious'],
      [['Enter'], 'shell.shortcutOpen'],
      [['x'], 'shell.shortcutSelect'],
      [['n'], 'shell.shortcutCreate'],
    ],
  ],
  [
    'shell.shortcutsPictures',
    [
      [['←', '→'], 'shell.shortcutPictures'],
      [['+', '-'], 'shell.shortcutZoom'],
      [['0'], 'shell.shortcutWhole'],
    ],
  ],
]

export default function ShortcutSheet({ close }: { close: () => void }) {
  const { t } = useTranslator()
  useBackCloses(true, close)
  return (
    <Modal open onCancel={close} footer={null} width={520} title={t('shell.shortcuts')} className="shortcut-sheet">
      {groups.map(([title, rows]) => (
        <section key={title}>
          <h2>{t(title)}</h2>
          <dl>
            {rows.map(([keys, text]) => (
              <div key={text}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{t(text)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <SingleKeys />
    </Modal>
  )
}

function SingleKeys() {
  const { t } = useTranslator()
  const [on, keep] = useSingleKeys()
  const id = useId()
  return (
    <div className="shortcut-single">
      <Switch id={id} checked={on} onChange={keep} />
      <label htmlFor={id}>
        {t('shell.shortcutsSingle')}
        <small>{t('shell.shortcutsSingleHint')}</small>
      </label>
    </div>
  )
}
