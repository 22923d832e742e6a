// Provokes refusals over HTTP, and compares each answer with the catalog.
import { expect, it } from 'vitest'
import type { Envelope } from '../../src/protocol/envelope'
import { refusals, type RefusalKey } from '../../src/protocol/refusals/catalog'
import type { RefusalEntry } from '../../src/protocol/refusals/entry'

/** One test for each key; each case sends what is to be answered with it. */
export function itProvokes(cases: Readonly<Partial<Record<RefusalKey, () => Promise<Response>>>>): void {
  it.each(Object.entries(cases))('%s', async (key, provoke) => {
    const { code, status } = (refusals as Readonly<Record<string, RefusalEntry>>)[key]!
    const answer = await provoke()
    const body = (await answer.json()) as Envelope
    expect({ key: body.key, code: body.code, status: answer.status }, body.msg).toEqual({ key, code, status })
  })
}

/** The answer of a tool of an agent, which MCP carries as text within its own. */
export async function toolAnswer(address: string, apiKey: string, name: string, input: object): Promise<Response> {
  const answer = await fetch(`${address}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${apiKey}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
  })
  const [message = ''] = /\{.*\}/s.exec(await answer.text()) ?? []
  const { result } = JSON.parse(message) as { result: { content: { text: string }[] } }
  return new Response(result.content.at(-1)!.text, { status: answer.status })
}
