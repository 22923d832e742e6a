// Installs the product as an application, or shows why that is impossible.
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import { installability, install, type Installability } from '../../../client/session/installedApp'
import type { TextKey } from '../../../client/text/pageTexts'

const texts: Readonly<Record<Installability, Extract<TextKey, `shell.${string}`>>> = {
  installed: 'shell.installInstalled',
  insecure: 'shell.installInsecure',
  byBrowser: 'shell.installByBrowser',
  offered: 'shell.installOffered',
}

export function useInstall(): () => Promise<void> {
  const { notifications } = useRuntime()
  const { t } = useTranslator()
  return async () => {
    const state = installability()
    const answers =
      state === 'offered'
        ? { ok: t('shell.installNow'), cancel: t('shell.cancel') }
        : { ok: t('shell.ok'), informs: true }
    const agreed = await notifications.confirm({ title: t('shell.install'), text: t(texts[state]), ...answers })
    if (agreed && state === 'offered') await install()
  }
}
