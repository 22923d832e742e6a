// The path to the screen: home, its module, itself.
import { useProduct, useSession, useTranslator } from '../../../client/context/clientContext'
import type { Route } from '../../../manifest/access/navigation'
import { followInPage } from './followInPage'

export function Breadcrumb({ route, open }: { route: Route | undefined; open: (path: string) => void }) {
  const { t, pick } = useTranslator()
  const { homeScreen: home } = useProduct()
  const homeTitle = useSession((state) => state.boot?.routes[home]?.title)
  const module = useSession((state) => (route ? state.boot?.modules[route.module] : undefined))
  const routes = useSession((state) => state.boot?.routes)
  const steps: { title: string; path?: string }[] = [
    { title: homeTitle ? pick(homeTitle) : t('shell.home'), path: home },
  ]
  if (route && route.path !== home) {
    if (module?.path) steps.push({ title: pick(module.title), ...(routes?.[module.path] && { path: module.path }) })
    steps.push({ title: pick(route.title) })
  }
  return (
    <nav className="shell-trail" aria-label={t('shell.trail')}>
      <ol>
        {steps.map(({ title, path }, index) => (
          <li key={index}>
            {path && index < steps.length - 1 ? (
              <a href={path} onClick={(event) => followInPage(event, () => open(path))}>
                {title}
              </a>
            ) : (
              <span aria-current={index === steps.length - 1 ? 'page' : undefined}>{title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
