// Detects private addresses: everything but public unicast counts, so that unknown means refuse.
import { BlockList, isIP } from 'node:net'

const privateRanges = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  privateRanges.addSubnet(net, bits, 'ipv4')
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  privateRanges.addSubnet(net, bits, 'ipv6')

/** Whether an IP address is not public; a text that is no IP address counts as private. */
export function isPrivateAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 0) return true
  if (kind === 4) return privateRanges.check(address, 'ipv4')
  const inside = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (inside) return privateRanges.check(inside, 'ipv4')
  return !open6.check(address, 'ipv6') || privateRanges.check(address, 'ipv6')
}

/** The host of an address as a name or an IP, without the brackets of IPv6. */
export const bareHostname = ({ hostname }: Pick<URL, 'hostname'>): string => hostname.replace(/^\[|\]$/g, '')
