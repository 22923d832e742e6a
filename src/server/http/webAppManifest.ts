// Serves the W3C web app manifest, by which a browser installs the product as an application.
// The page's worker (browser/public/worker.js) caches built files only, never answers of calls.
import type { FastifyInstance } from 'fastify'
import type { Product } from '../../manifest/model/product'
import { textIn } from '../../manifest/model/text'
import { pageLanguage } from '../context/language'

/** The part of a product that an installed application shows. */
export type InstallableProduct = Pick<
  Product,
  'title' | 'shortTitle' | 'icon' | 'touchIcon' | 'languages' | 'homeScreen' | 'theme' | 'cookies'
>

const address = '/manifest.webmanifest'

/** In the language of the caller's cookie, as the page is. */
export function serveWebAppManifest(
  server: FastifyInstance,
  product: (cookies: string | undefined) => InstallableProduct,
): void {
  server.get(address, (request, reply) => {
    const installable = product(request.headers.cookie)
    const language = pageLanguage(installable, request.headers.cookie)
    return reply
      .headers({
        'content-type': 'application/manifest+json; charset=utf-8',
        'cache-control': 'no-cache',
        vary: 'cookie',
      })
      .send(JSON.stringify(webAppManifest(installable, language)))
  })
}

function webAppManifest(product: InstallableProduct, language: string) {
  const { title, shortTitle, icon, touchIcon, homeScreen, theme } = product
  return {
    // The identity of an installed application, which a new home screen must not change.
    id: '/',
    name: textIn(title, language),
    short_name: textIn(shortTitle, language),
    lang: language,
    start_url: homeScreen,
    scope: '/',
    display: 'standalone',
    theme_color: theme.primaryColor,
    background_color: '#ffffff',
    icons: [
      { src: icon, sizes: 'any', type: 'image/svg+xml' },
      ...(touchIcon === undefined
        ? []
        : ['any', 'maskable'].map((purpose) => ({ src: touchIcon, sizes: '512x512', type: 'image/png', purpose }))),
    ],
  }
}

/** The head elements that link the icons and the manifest; the cookie chooses the language. */
export function installLinks({ icon, touchIcon }: InstallableProduct): string {
  return [
    `<link rel="icon" href="${icon}" type="image/svg+xml" />`,
    ...(touchIcon === undefined ? [] : [`<link rel="apple-touch-icon" href="${touchIcon}" />`]),
    `<link rel="manifest" href="${address}" crossorigin="use-credentials" />`,
  ].join('')
}
