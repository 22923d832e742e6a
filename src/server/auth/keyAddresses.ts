// Reads the network addresses that an API key is bound to: IP addresses and networks (CIDR).
import { BlockList, isIP } from 'node:net'

interface Network {
  readonly address: string
  readonly family: 'ipv4' | 'ipv6'
  readonly bits: number
}

const familyOf = (version: number): Network['family'] => (version === 6 ? 'ipv6' : 'ipv4')
const maxBits = { ipv4: 32, ipv6: 128 } as const

const written = (text: string): readonly string[] => text.split(/[\s,;，；、]+/).filter((part) => part !== '')

/** The first part of a text that is neither an IP address nor a network. */
export const wrongAddressIn = (text: string): string | undefined =>
  written(text).find((part) => networkOf(part) === undefined)

/** Whether a request may come from an address; one from an unknown address may not. */
export function isWithinAddresses(text: string, address: string | undefined): boolean {
  // A zone, as in fe80::1%eth0, names an interface of this machine and no other address.
  const [client = ''] = (address ?? '').split('%')
  const version = isIP(client)
  if (version === 0) return false
  const allowed = new BlockList()
  for (const part of written(text)) {
    const network = networkOf(part)
    if (network) allowed.addSubnet(network.address, network.bits, network.family)
  }
  // Also finds ::ffff:203.0.113.7 among IPv4 networks: servers of both families report it so.
  return allowed.check(client, familyOf(version))
}

function networkOf(part: string): Network | undefined {
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(part) ?? []
  const version = isIP(address)
  if (version === 0 || address.includes('%')) return undefined
  const family = familyOf(version)
  const length = bits === undefined ? maxBits[family] : Number(bits)
  return length <= maxBits[family] ? { address, family, bits: length } : undefined
}
