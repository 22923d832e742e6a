// Providers of the signed-in application: theme, caches, notifications and live events.
// First, because later style sheets may override antd's controls.
import 'virtual:antd.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider, type ThemeConfig } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { createRecords } from '../../client/data/queries'
import { useErrorReport, useProduct, useRuntime, useSession, useTranslator } from '../../client/context/clientContext'
import { startPageWorker } from '../../client/session/installedApp'
import { createUnsaved } from '../../client/navigation/unsavedChanges'
import { createTabs } from '../../client/navigation/tabs'
import type { Blocks } from '../../client/ScreenRenderer'
import { blocksByKind } from '../screens/screenKinds'
import { useMedia, useNarrow } from '../controls/hooks/useMedia'
import { AppLayout } from './AppLayout'
import { LiveEvents } from './LiveEvents'
import { NotificationHost } from '../feedback/NotificationHost'
import { SignedOutScreen } from './SignedOutScreen'
import { FactorPromptHost } from '../auth/factors/FactorPromptHost'
import { SessionLost } from '../auth/SessionLost'
import { themeConfig } from '../theme/theme'
import { antdTexts, setPageLanguage, setPageZone } from '../theme/locales'
import { useColorMode } from '../theme/colorMode'
import { FirstLoadContext } from '../controls/firstLoad'
import { usePrefetch } from './usePrefetch'
import './layout.css'
import './side.css'
import './top.css'
import './tabs.css'
import './pages.css'
import '../theme/touch.css'

/** The theme of the account in the tone, size and window of this browser. */
function useThemeConfig(): ThemeConfig {
  const theme = useSession((state) => state.theme)
  const size = useSession((state) => state.size)
  const tone = useColorMode()
  const reducedMotion = useMedia('(prefers-reduced-motion: reduce)')
  const touched = useNarrow(640)
  return useMemo(
    () => themeConfig(theme, tone, size, { reducedMotion, touched }),
    [theme, tone, size, reducedMotion, touched],
  )
}

/** `blocks`: the block of each kind of screen; replaced only in tests. */
export default function SignedInApp({ blocks = blocksByKind }: { blocks?: Blocks }) {
  const size = useSession((state) => state.size)
  const account = useSession((state) => state.boot?.account.id ?? 0)
  const { language } = useTranslator()
  const product = useProduct()
  const { errors } = useRuntime()
  const report = useErrorReport()
  const [records] = useState(() => createRecords(report))
  const [unsaved] = useState(createUnsaved)
  const firstLoaded = usePrefetch(records, account !== 0)
  const tabs = useMemo(() => createTabs(product.homeScreen, unsaved.has), [product.homeScreen, unsaved])
  const config = useThemeConfig()

  useEffect(() => setPageLanguage(language), [language])
  useEffect(() => setPageZone(product.timezone), [product.timezone])
  useEffect(() => {
    if (account && firstLoaded) startPageWorker().catch((error: unknown) => errors.add(error))
  }, [account, firstLoaded, errors])
  useEffect(() => {
    document.documentElement.dataset.size = size
  }, [size])
  useEffect(() => {
    const leaving = (event: BeforeUnloadEvent) => {
      if (unsaved.has()) event.preventDefault()
    }
    window.addEventListener('beforeunload', leaving)
    return () => window.removeEventListener('beforeunload', leaving)
  }, [unsaved])

  return (
    <ConfigProvider
      {...antdTexts(language)}
      theme={config}
      componentSize="middle"
      button={{ autoInsertSpace: false }}
      form={{ requiredMark: true }}
    >
      <div className="app shell-root">
        <QueryClientProvider client={records}>
          <FirstLoadContext.Provider value={firstLoaded}>
            <NotificationHost>
              <BrowserRouter>
                {account ? (
                  <>
                    <LiveEvents />
                    <FactorPromptHost />
                    <AppLayout tabs={tabs} unsaved={unsaved} blocks={blocks} />
                    <SessionLost unsaved={unsaved} />
                  </>
                ) : (
                  <SignedOutScreen blocks={blocks} />
                )}
              </BrowserRouter>
            </NotificationHost>
          </FirstLoadContext.Provider>
        </QueryClientProvider>
      </div>
    </ConfigProvider>
  )
}
