// Renders the page of a stand-in: the received record, and a button per exportable value.
// The values come from schemas/demo/integrations; the page uses only the messages of protocol/frames/frameMessages.ts.
import type { Integration } from '../../../manifest/model/app'
import { frameProtocol } from '../../../protocol/frames/frameMessages'

/**
 * `exports`: values by the name that the product imports; a text that begins with "file:" is the content of the file
 * named after it. `shows`: titles with a text each, for a page of its own.
 */
export function standInPage(
  { title }: Integration,
  { exports = {}, shows = [] }: Readonly<Record<string, unknown>>,
): string {
  const settings = { protocol: frameProtocol, title, exports, shows }
  return page.replace('"SETTINGS"', () => JSON.stringify(settings).replace(/</g, '\\u003c'))
}

const page = `<!doctype html>
<html><head><meta charset="utf-8"><title>Stand-in</title>
<style>
  [hidden] { display: none !important }
  body { margin: 0; padding: 20px; font: 14px/1.6 system-ui, sans-serif; color: #1f2329; background: #f7f8fa }
  h1 { font-size: 18px; margin: 0 }
  h2 { font-size: 15px; margin: 0 0 4px }
  p { color: #5f6672 }
  button {
    margin: 8px 8px 8px 0; padding: 6px 14px; border: 1px solid #c9cdd4; border-radius: 6px;
    background: #fff; cursor: pointer; font: inherit;
  }
  main { display: grid; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); gap: 14px; margin-top: 16px }
  section { padding: 14px 16px; border-radius: 8px; background: #fff; box-shadow: 0 1px 3px rgb(0 0 0 / 12%) }
  section p { margin: 0 }
  dl {
    display: grid; grid-template-columns: max-content 1fr; gap: 6px 18px; margin: 12px 0 0; padding: 14px 16px;
    border-radius: 8px; background: #fff;
  }
  dt { color: #5f6672 }
  dd { margin: 0; min-width: 0; overflow: auto }
  table { border-collapse: collapse; font-size: 13px }
  th, td { padding: 3px 12px 3px 0; text-align: left; white-space: nowrap; border-bottom: 1px solid #eceef1 }
  th { color: #5f6672; font-weight: 500 }
</style></head>
<body><h1 id="title"></h1><p id="state">…</p><div id="ways"></div><main id="shows"></main><dl id="record" hidden></dl>
<script>
  const settings = "SETTINGS"
  const words = {
    zh: { stand: '演示替身', save: '保存方案', give: '导出 ', taken: '已导入：', refused: '未导入：' },
    en: { stand: 'Stand-in', save: 'Save the design', give: 'Export ', taken: 'Taken: ', refused: 'Not taken: ' },
  }
  const say = (message, transfer) => parent.postMessage({ protocol: settings.protocol, ...message }, '*', transfer)
  const element = (id) => document.getElementById(id)
  const valued = (value) => {
    if (typeof value === 'string' && value.startsWith('file:')) {
      const end = value.indexOf('\\n')
      const { buffer } = new TextEncoder().encode(value.slice(end + 1))
      return [{ name: value.slice(5, end), type: 'text/csv', bytes: buffer }]
    }
    return value
  }
  const made = (tag, text) => Object.assign(document.createElement(tag), { textContent: text })
  const plain = (value) => {
    if (value === null || value === undefined || value === '') return '-'
    return String(typeof value === 'object' ? (value.label ?? value.name ?? JSON.stringify(value)) : value)
  }
  const shown = (value) => {
    const place = made('dd', '')
    if (Array.isArray(value) && value.length > 0 && typeof value[0] === 'object') {
      const names = Object.keys(value[0]).filter((name) => value.some((line) => line[name] !== null))
      const row = (tag, texts) => {
        const line = document.createElement('tr')
        line.append(...texts.map((text) => made(tag, text)))
        return line
      }
      const table = document.createElement('table')
      table.append(row('th', names), ...value.map((line) => row('td', names.map((name) => plain(line[name])))))
      place.append(table)
    } else place.textContent = plain(Array.isArray(value) && value.length === 0 ? null : value)
    return place
  }
  const button = (text, press) => {
    const one = made('button', text)
    one.addEventListener('click', press)
    element('ways').append(one)
  }
  const exported = (name) => {
    const values = Object.entries(settings.exports[name]).map(([key, value]) => [key, valued(value)])
    say({ type: 'export', name, values: Object.fromEntries(values) })
  }
  let texts = words.zh
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || !data || data.protocol !== settings.protocol) return
    if (data.type === 'open') {
      texts = words[data.language] ?? words.zh
      const title = settings.title[data.language] ?? Object.values(settings.title)[0]
      element('title').textContent = title + ' · ' + data.record.label
      element('state').textContent = texts.stand
      element('record').hidden = false
      const values = Object.entries(data.record.values)
      element('record').replaceChildren(...values.flatMap(([name, value]) => [made('dt', name), shown(value)]))
      element('ways').replaceChildren()
      button(texts.save, () => say({ type: 'saved' }))
      for (const name of data.takes) if (settings.exports[name]) button(texts.give + name, () => exported(name))
    } else if (data.type === 'taken' || data.type === 'refused') {
      element('state').textContent = texts[data.type] + data.name
    }
  })
  if (parent !== window) say({ type: 'ready' })
  else {
    document.title = Object.values(settings.title)[0]
    element('title').textContent = Object.values(settings.title).join(' · ')
    element('state').textContent = words.zh.stand + ' · ' + words.en.stand
    for (const [title, text] of settings.shows) {
      const card = document.createElement('section')
      card.append(made('h2', title), made('p', text))
      element('shows').append(card)
    }
  }
</script></body></html>
`
