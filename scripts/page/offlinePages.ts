// Writes the files of the page's worker:
// the offline pages and the list of the build's files.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'

interface PageTexts {
  readonly shell: { readonly offlineTitle: string; readonly offlineText: string; readonly offlineRetry: string }
}

/** Writes worker.json: the addresses of both. @param locales the folder of the page's texts */
export function offlinePages(locales: string): Plugin {
  return {
    name: 'offline-pages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const styles = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' && file.isEntry ? [...(file.viteMetadata?.importedCss ?? [])] : [],
      )
      const pages: Record<string, string> = {}
      for (const name of readdirSync(locales).filter((file) => file.endsWith('.json'))) {
        const language = basename(name, '.json')
        const { shell } = JSON.parse(readFileSync(join(locales, name), 'utf8')) as PageTexts
        const source = offlinePage(language, shell, styles)
        const reference = this.emitFile({ type: 'asset', name: `offline-${language}.html`, source })
        pages[language] = `/${this.getFileName(reference)}`
      }
      const files = [...Object.keys(bundle).map((name) => `/${name}`), ...Object.values(pages)]
      const built = [...new Set(files)].filter((path) => path.startsWith('/assets/')).sort()
      const list = this.emitFile({ type: 'asset', name: 'files.json', source: JSON.stringify(built) })
      const source = JSON.stringify({ list: `/${this.getFileName(list)}`, pages })
      this.emitFile({ type: 'asset', fileName: 'worker.json', source })
    },
  }
}

/** Without scripts: the link reloads the same address, and the worker inserts the chosen color mode. */
function offlinePage(language: string, texts: PageTexts['shell'], styles: readonly string[]): string {
  const links = styles.map((file) => `<link rel="stylesheet" href="/${file}" />`).join('')
  return `<!doctype html>
<html lang="${language}" data-tone="system"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />${links}<title>${texts.offlineTitle}</title></head>
<body><div id="page"><div class="page-failed"><h1>${texts.offlineTitle}</h1><p>${texts.offlineText}</p>
<a href="">${texts.offlineRetry}</a></div></div></body></html>
`
}
