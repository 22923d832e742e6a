// Takes the port off the address of a client: some proxies add it to X-Forwarded-For, new with each
// connection.
import { isIP } from 'node:net'

const withPort = [/^\[([^\]]+)\](?::\d{1,5})?$/, /^([\d.]+):\d{1,5}$/]

/** The address alone, without port and brackets; a text of another form as it is. */
export function clientAddress(text: string): string {
  const address = withPort.map((form) => form.exec(text)?.[1] ?? '').find((part) => isIP(part) !== 0)
  return address ?? text
}
