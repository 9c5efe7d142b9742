import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'
import { resolveHost } from './resolve-host.ts'

/** As merchants read it where a webhook was not sent. */
export const onlyHttps = 'the address is not allowed: only https is called'

/** Thrown instead of connecting. Merchants see the message, so it names no internal address. */
export class AddressNotAllowed extends Error {}

/** Where clouds serve credentials. Most are outside the public ranges, and listed because they must never be called. */
const metadataAddresses = new Set(
  `169.254.169.254 169.254.169.253 169.254.170.2 169.254.170.23 100.100.100.200 192.0.0.192
   fd00:ec2::254 fd00:ec2::23 fd20:ce::254 168.63.129.16`
    .split(/\s+/)
    .map(address => ipaddr.parse(address).toString()),
)

/** The public part of IPv6. */
const publicIPv6 = ipaddr.parseCIDR('2000::/3')

/** Whether an address may be called: public unicast always, loopback in a sandbox, everything else never. */
export function isAllowedAddress(text: string, isSandbox: boolean): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = unwrapped(ipaddr.parse(text))
  if (metadataAddresses.has(address.toString())) return false
  const range = address.range()
  if (range === 'loopback') return isSandbox
  return range === 'unicast' && (address.kind() === 'ipv4' || address.match(publicIPv6))
}

/** An IPv4 address inside IPv6, mapped or NAT64, is judged by the IPv4 address that it leads to. */
function unwrapped(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (!(address instanceof ipaddr.IPv6)) return address
  const isWrapped = address.isIPv4MappedAddress() || address.match(ipaddr.parseCIDR('64:ff9b::/96'))
  return isWrapped ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address
}

const refusal = (host: string) => new AddressNotAllowed(`the address is not allowed: ${host} is not public`)

/** Connects only to addresses it has checked: a name is resolved once, and all its addresses must be allowed. */
export function guardedConnector(
  { isSandbox, timeoutMs }: { isSandbox: boolean; timeoutMs: number },
  resolve: (host: string) => Promise<LookupAddress[]> = resolveHost,
) {
  const connect = buildConnector({
    timeout: timeoutMs,
    allowH2: false,
    lookup: (host, options, found) => {
      resolve(host).then(
        addresses => {
          if (!addresses.every(({ address }) => isAllowedAddress(address, isSandbox))) return found(refusal(host), '')
          if (options.all === true) return found(null, addresses)
          found(null, addresses[0]?.address ?? '', addresses[0]?.family)
        },
        (error: NodeJS.ErrnoException) => found(error, ''),
      )
    },
  })
  const guarded: buildConnector.connector = (options, opened) => {
    const host = options.hostname.replace(/^\[|\]$/g, '')
    if (options.protocol !== 'https:' && !isSandbox) return opened(new AddressNotAllowed(onlyHttps), null)
    if (isIP(host) !== 0 && !isAllowedAddress(host, isSandbox)) return opened(refusal(host), null)
    connect(options, opened)
  }
  return guarded
}

/** What is wrong with an address as far as it can be said without a look-up. */
export function faultOfAddress(url: string, isSandbox: boolean): 'notHttps' | 'notPublic' | null {
  const { protocol, hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:' && !isSandbox) return 'notHttps'
  const isLocalName = /(^|\.)localhost\.?$/.test(host)
  const isRefused = isIP(host) === 0 ? isLocalName && !isSandbox : !isAllowedAddress(host, isSandbox)
  return isRefused ? 'notPublic' : null
}
