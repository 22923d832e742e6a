// What does the page of a stand-in look like? In a frame it shows the record that it is told, and a button for each thing that it can hand over, with
// the values that schemas/demo/outside says. It speaks the protocol of protocol/frame.ts and nothing else.
import type { Outside } from '../../manifest/app'
import { frameProtocol } from '../../protocol/frame'

/** `exports`: by the name under which the product takes them, the values; a text that begins with "file:" is the content of a file of the name behind it. `shows`: titles with a text each, for a page of its own. */
export function standInPage({ title }: Outside, { exports = {}, shows = [] }: Readonly<Record<string, unknown>>): string {
  const facts = { protocol: frameProtocol, title, exports, shows }
  return page.replace('"FACTS"', () => JSON.stringify(facts).replace(/</g, '\\u003c'))
}

const page = `<!doctype html>
<html><head><meta charset="utf-8"><title>Stand-in</title>
<style>
  body { margin: 0; padding: 20px; font: 14px/1.6 system-ui, sans-serif; color: #1f2329; background: #f7f8fa }
  h1 { font-size: 18px; margin: 0 } p { color: #5f6672 }
  button { margin: 8px 8px 8px 0; padding: 6px 14px; border: 1px solid #c9cdd4; border-radius: 6px; background: #fff; cursor: pointer; font: inherit }
  main { display: grid; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); gap: 14px; margin-top: 16px } section { padding: 14px 16px; border-radius: 8px; background: #fff; box-shadow: 0 1px 3px rgb(0 0 0 / 12%) } h2 { font-size: 15px; margin: 0 0 4px } section p { margin: 0 }
  pre { padding: 12px; border-radius: 6px; background: #fff; overflow: auto; max-height: 45vh }
</style></head>
<body><h1 id="title"></h1><p id="state">…</p><div id="ways"></div><main id="shows"></main><pre id="record" hidden></pre>
<script>
  const facts = "FACTS"
  const words = { zh: { stand: '演示替身', save: '保存方案', give: '导出 ', taken: '已导入：', refused: '未导入：' }, en: { stand: 'Stand-in', save: 'Save the design', give: 'Export ', taken: 'Taken: ', refused: 'Not taken: ' } }
  const say = (message, transfer) => parent.postMessage({ protocol: facts.protocol, ...message }, '*', transfer)
  const element = (id) => document.getElementById(id)
  const valued = (value) => {
    if (typeof value === 'string' && value.startsWith('file:')) {
      const end = value.indexOf('\\n')
      return [{ name: value.slice(5, end), type: 'text/csv', bytes: new TextEncoder().encode(value.slice(end + 1)).buffer }]
    }
    return value
  }
  const button = (text, press) => {
    const made = document.createElement('button')
    made.textContent = text
    made.addEventListener('click', press)
    element('ways').append(made)
  }
  let told = words.zh
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || !data || data.protocol !== facts.protocol) return
    if (data.type === 'open') {
      told = words[data.language] ?? words.zh
      element('title').textContent = facts.title[data.language === 'en' ? 1 : 0] + ' · ' + data.record.label
      element('state').textContent = told.stand
      element('record').hidden = false
      element('record').textContent = JSON.stringify(data.record.values, null, 2)
      element('ways').replaceChildren()
      button(told.save, () => say({ type: 'saved' }))
      for (const name of data.takes) if (facts.exports[name]) button(told.give + name, () => say({ type: 'export', name, values: Object.fromEntries(Object.entries(facts.exports[name]).map(([key, value]) => [key, valued(value)])) }))
    } else if (data.type === 'taken' || data.type === 'refused') element('state').textContent = told[data.type] + data.name
  })
  if (parent !== window) say({ type: 'ready' })
  else {
    document.title = facts.title[0]
    element('title').textContent = facts.title.join(' · ')
    element('state').textContent = words.zh.stand + ' · ' + words.en.stand
    for (const [title, text] of facts.shows) {
      const made = document.createElement('section')
      made.append(Object.assign(document.createElement('h2'), { textContent: title }), Object.assign(document.createElement('p'), { textContent: text }))
      element('shows').append(made)
    }
  }
</script></body></html>
`
