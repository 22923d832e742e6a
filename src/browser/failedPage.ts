// The face of a page that could not begin, with a button that loads it again.

/** In both languages: the user's is not known before the page has begun. */
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
