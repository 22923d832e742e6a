// Shown when the page could not start, with a button that reloads it.

/** In both languages, because the user's is unknown before the page has started. */
export function showFailedPage(texts: readonly string[]): void {
  const box = document.createElement('div')
  box.className = 'page-failed'
  box.role = 'alert'
  for (const text of texts) {
    const line = document.createElement('p')
    line.textContent = text
    box.append(line)
  }
  const again = document.createElement('button')
  again.textContent = '重试 · Try again'
  again.addEventListener('click', () => window.location.reload())
  box.append(again)
  document.getElementById('page')!.replaceChildren(box)
}
