// Menu of the exchange of a list: template, export to edit, import.
import { useState } from 'react'
import type { Screen } from '../../manifest/model/screen'
import type { ExchangeExportRequest } from '../../protocol/exchange/exchangeCalls'
import { CallError } from '../../client/feedback/callError'
import { useImports } from '../../client/data/imports'
import { useRuntime, useTranslator } from '../../client/context/clientContext'
import { IconButton } from '../controls/IconButton'
import { LazyDropdown } from '../controls/menu/LazyDropdown'
import { ImportDialog } from './ImportDialog'

/** Draws a menu button; a file for editing has the records of `request`, without its columns and page. */
export function ExchangeButton({ screen, request }: { screen: Screen; request: ExchangeExportRequest }) {
  const { t } = useTranslator()
  const { notifications } = useRuntime()
  const imports = useImports()
  const [open, setOpen] = useState(false)
  const { screen: path, filters, conditions, words: searchText, tab, sort, thenBy } = request
  const { create, lines } = screen.exchange ?? {}
  const hasTemplate = create !== undefined || lines !== undefined
  const found = { screen: path, filters, conditions, words: searchText, tab, sort, thenBy }
  const take = async (part: 'template' | 'export') => {
    try {
      await imports.take(part, part === 'template' ? { screen: path } : found)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      notifications.say('warning', error.message)
    }
  }
  return (
    <>
      <LazyDropdown
        placement="bottomRight"
        menu={() => ({
          items: [
            { key: 'bring', label: t('exchange.bring') },
            ...(hasTemplate ? [{ key: 'template', label: t('exchange.template') }] : []),
            { key: 'export', label: t('exchange.edit') },
          ],
          onClick: ({ key }) => (key === 'bring' ? setOpen(true) : void take(key as 'template' | 'export')),
        })}
      >
        <IconButton icon="file" label={t('exchange.menu')} aria-haspopup="menu" />
      </LazyDropdown>
      {open && <ImportDialog screen={path} title={screen.title} onClose={() => setOpen(false)} />}
    </>
  )
}
