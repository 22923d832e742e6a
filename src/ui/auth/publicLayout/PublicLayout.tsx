// Layout of everything that is shown without a session: mark, language and background.
import { languageName } from '../../../client/text/format'
import { intlLocale } from '../../../manifest/expression/values/dayStyles'
import type { ReactNode } from 'react'
import { useRuntime, useSession, useTranslator } from '../../../client/context/clientContext'
import { contrasting } from '../../theme/contrast'
import { ProductMark } from './ProductMark'
import styles from './publicLayout.module.css'
import { useColorMode } from '../../theme/colorMode'

/** `wide`: the content takes the full width. */
export function PublicLayout({
  children,
  wide = false,
  beside,
}: {
  children: ReactNode
  wide?: boolean
  beside?: ReactNode
}) {
  const { entry, language: pageLanguage } = useRuntime()
  const { pick, language } = useTranslator()
  const color = useSession((state) => state.theme.color)
  useColorMode()
  const style = { '--accent': color, '--strong': contrasting(color, '#ffffff') } as Record<string, string>
  return (
    <div className={styles.ground} style={style}>
      <header className={styles.top}>
        <ProductMark icon={entry.product.icon} title={pick(entry.product.title)} />
        <span>
          {beside}
          {entry.product.languages
            .filter((code) => code !== language)
            .map((code) => (
              <button
                key={code}
                type="button"
                className={styles.language}
                lang={intlLocale(code)}
                onClick={() => void pageLanguage.change(code)}
              >
                {languageName(code)}
              </button>
            ))}
        </span>
      </header>
      <main className={wide ? styles.wide : styles.middle} id="content">
        {children}
      </main>
    </div>
  )
}
