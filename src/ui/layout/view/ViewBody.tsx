// The content of a view: its screen, or a placeholder, a refusal or an error with the next steps.
import { Skeleton } from 'antd'
import { lazy, Suspense, useLayoutEffect } from 'react'
import { useSession, useTranslator } from '../../../client/context/clientContext'
import { ScreenRenderer, type Blocks } from '../../../client/ScreenRenderer'
import { ResultPage } from '../../controls/result/ResultPage'
import { CreationDialogContext, CreationHost } from '../../form/dialogs/CreationHost'
import { PrintHost } from '../../screens/print/PrintHost'
import { fetchBlock } from '../../screens/screenKinds'
import { Guarded } from './Guarded'
import { ScreenFailed } from './ScreenFailed'

const CreationDialog = lazy(() => import('../../actions/CreationDialog'))
const IntegrationGate = lazy(() => import('../../auth/IntegrationGate'))

/** Draws the screen at an address, behind the sign-in to an integration where it needs one. */
export function ViewBody({ path, blocks }: { path: string; blocks: Blocks }) {
  const { t } = useTranslator()
  const gated = useSession((state) => state.boot?.routes[path]?.autoLogin === true)
  const kind = useSession((state) => state.boot?.routes[path]?.kind)
  useLayoutEffect(() => {
    if (kind) fetchBlock(kind)
  }, [kind])
  const screen = (
    <ScreenRenderer
      path={path}
      blocks={blocks}
      waiting={<Waiting />}
      failed={(error, retry) => <ScreenFailed path={path} error={error} retry={retry} />}
      unknown={(kind) => <ResultPage severity="warning" title={t('shell.unknownKind', { kind })} />}
    />
  )
  return (
    <Guarded>
      <PrintHost>
        <CreationDialogContext.Provider value={CreationDialog}>
          <CreationHost>
            {gated ? (
              <Suspense fallback={<Waiting />}>
                <IntegrationGate path={path}>{screen}</IntegrationGate>
              </Suspense>
            ) : (
              screen
            )}
          </CreationHost>
        </CreationDialogContext.Provider>
      </PrintHost>
    </Guarded>
  )
}

/** A placeholder in the shape of the screen to come. The title of a skeleton would be a heading without a text. */
export function Waiting() {
  const { t } = useTranslator()
  return (
    <div className="shell-waiting" role="status" aria-label={t('shell.loading')}>
      <Skeleton active title={false} paragraph={{ rows: 10, width: ['20%', '60%'] }} />
    </div>
  )
}
