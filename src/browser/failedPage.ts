// Shown when the page could not start, with a button that reloads it.

type Texts = Readonly<Record<string, string>>

const retry: Texts = { zh: '重试', en: 'Try again' }

/** Writes in the language of the document, as the server has named it; in all where that has no text. */
export function showFailedPage(texts: Texts): void {
  const [language = ''] = document.documentElement.lang.split('-')
  const inLanguage = (text: Texts) => (text[language] === undefined ? Object.values(text) : [text[language]])
  const box = document.createElement('div')
  box.className = 'page-failed'
  box.role = 'alert'
  for (const text of inLanguage(texts)) {
    const line = document.createElement('p')
    line.textContent = text
    box.append(line)
  }
  const again = document.createElement('button')
  again.textContent = inLanguage(retry).join(' · ')
  again.addEventListener('click', () => window.location.reload())
  box.append(again)
  document.getElementById('page')!.replaceChildren(box)
}
