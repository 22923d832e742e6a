// Calls a running server over HTTP, with the API key of API_KEY.
import { codes, type Envelope } from '../src/protocol/envelope'
import { requireApiKey } from './apiKey'
import { refuse } from './commandLine.mjs'

/** The data of its answer; ends the script where the server cannot be reached or refuses. */
export async function callServer<T>(address: string, path: string, body: object): Promise<T> {
  const headers = {
    authorization: `Bearer ${requireApiKey(address)}`,
    'content-type': 'application/json',
    'x-language': 'en',
  }
  const text = await answerOf(address, path, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = envelopeIn<T>(text)
  return answer?.code === codes.success ? answer.data : refuse(`The server at ${address} refuses: ${sentenceIn(text)}`)
}

async function answerOf(address: string, path: string, request: RequestInit): Promise<string> {
  try {
    return await (await fetch(new URL(path, address), request)).text()
  } catch (error) {
    const { cause, message } = error as Error
    return refuse(`The server at ${address} cannot be used: ${cause instanceof Error ? cause.message : message}`)
  }
}

function envelopeIn<T>(text: string): Envelope<T> | undefined {
  try {
    return JSON.parse(text) as Envelope<T>
  } catch {
    return undefined
  }
}

/** The sentence of a refusal in JSON, perhaps after words of the protocol; other texts unchanged. */
export function sentenceIn(text: string): string {
  try {
    const { msg, hint } = JSON.parse(text.slice(text.indexOf('{'))) as { readonly msg?: string; readonly hint?: string }
    return [msg, hint].filter(Boolean).join('. ') || text
  } catch {
    return text
  }
}
