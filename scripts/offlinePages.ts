// Writes the pages that the worker shows without a connection, and the name of the build.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'

interface PageTexts {
  readonly shell: { readonly offlineTitle: string; readonly offlineText: string; readonly retry: string }
}

/** @param locales the folder of the page's texts */
export function offlinePages(locales: string): Plugin {
  return {
    name: 'offline-pages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const styles = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' && file.isEntry ? [...(file.viteMetadata?.importedCss ?? [])] : [],
      )
      const offline: Record<string, string> = {}
      for (const name of readdirSync(locales).filter((file) => file.endsWith('.json'))) {
        const language = basename(name, '.json')
        const texts = JSON.parse(readFileSync(join(locales, name), 'utf8')) as PageTexts
        const reference = this.emitFile({
          type: 'asset',
          name: `offline-${language}.html`,
          source: offlinePage(language, texts, styles),
        })
        offline[language] = this.getFileName(reference)
      }
      const build = createHash('sha256').update(Object.keys(bundle).sort().join('\n')).digest('hex').slice(0, 16)
      this.emitFile({ type: 'asset', fileName: 'offline.json', source: JSON.stringify({ build, pages: offline }) })
    },
  }
}

/** Without a script: the link leads to the same address. */
function offlinePage(language: string, { shell }: PageTexts, styles: readonly string[]): string {
  const links = styles.map((file) => `<link rel="stylesheet" href="/${file}" />`).join('')
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />${links}<title>${shell.offlineTitle}</title></head>
<body><div id="page"><div class="page-failed"><h1>${shell.offlineTitle}</h1><p>${shell.offlineText}</p>
<a href="">${shell.retry}</a></div></div></body></html>
`
}
