// What surrounds everything that a signed-in person sees? The look, the caches, the notices and the live events; the frame stands inside.
import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useEffect, useMemo, useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { createRecords } from '../../runtime/records'
import { useProduct, useSession, useWords } from '../../runtime/runtime'
import { createUnsaved } from '../../runtime/unsaved'
import { createViews } from '../../runtime/views'
import type { Blocks } from '../../runtime/Screen'
import { blocks as allBlocks } from '../index'
import { useMedia } from '../useMedia'
import { Frame } from './Frame'
import { LiveEvents } from './LiveEvents'
import { NoticeFace } from './NoticeFace'
import { PublicScreen } from './PublicScreen'
import { SessionLost } from './SessionLost'
import { themeConfig } from './theme'
import { useTone } from './tone'
import { Calm } from '../calm'
import { usePrefetch } from './usePrefetch'
import './shell.css'

const locales = [zhCN, enUS] as const

/** `blocks`: what draws each kind of screen; the product's own table unless a test brings another. */
export default function Workplace({ blocks = allBlocks }: { blocks?: Blocks }) {
  const theme = useSession((state) => state.theme)
  const size = useSession((state) => state.size)
  const account = useSession((state) => state.boot?.account.id ?? 0)
  const { index } = useWords()
  const tone = useTone()
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const product = useProduct()
  const [records] = useState(createRecords)
  const [unsaved] = useState(createUnsaved)
  const calm = usePrefetch(records)
  const views = useMemo(() => createViews(product.home), [product.home])
  const config = useMemo(() => themeConfig(theme, tone, size, still), [theme, tone, size, still])

  useEffect(() => {
    dayjs.locale(index === 0 ? 'zh-cn' : 'en')
    document.documentElement.lang = index === 0 ? 'zh-CN' : 'en'
  }, [index])
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
      locale={locales[index]}
      theme={config}
      componentSize="middle"
      button={{ autoInsertSpace: false }}
      form={{ requiredMark: true }}
    >
      <div className="app shell-root">
        <QueryClientProvider client={records}>
          <Calm.Provider value={calm}>
            <NoticeFace>
              <BrowserRouter>
                {account ? (
                  <>
                    <LiveEvents />
                    <Frame views={views} unsaved={unsaved} blocks={blocks} />
                    <SessionLost unsaved={unsaved} />
                  </>
                ) : (
                  <PublicScreen blocks={blocks} />
                )}
              </BrowserRouter>
            </NoticeFace>
          </Calm.Provider>
        </QueryClientProvider>
      </div>
    </ConfigProvider>
  )
}
