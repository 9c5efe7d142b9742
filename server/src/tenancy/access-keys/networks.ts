import { BlockList, isIP } from 'node:net'
import { InvalidRequest } from '../../platform/http/errors.ts'

const bitsOf = { 4: 32, 6: 128 } as const

/** A network as it is stored, `203.0.113.0/24`; a single address is one of its own. */
export function readNetwork(text: string): string {
  const [address = '', bits, ...more] = text.trim().toLowerCase().split('/')
  const version = isIP(address)
  const most = version === 4 || version === 6 ? bitsOf[version] : 0
  const isRight =
    most > 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  if (!isRight)
    throw new InvalidRequest([
      { path: '/networks', code: 'network', message: `must be networks such as 203.0.113.0/24, not ${text}`, info: {} },
    ])
  return `${address}/${bits === undefined ? most : Number(bits)}`
}

/** Networks as a key has them, with those that allow more from `networksLoosenedAt` on; none: any. */
export type StoredNetworks = {
  networks: string[]
  loosenedNetworks: string[] | null
  networksLoosenedAt: Date | null
}

export const noNetworks: StoredNetworks = { networks: [], loosenedNetworks: null, networksLoosenedAt: null }

/** The networks that hold at a time. */
export const networksAt = ({ networks, loosenedNetworks, networksLoosenedAt }: StoredNetworks, at: Date): string[] =>
  loosenedNetworks === null || networksLoosenedAt === null || networksLoosenedAt > at ? networks : loosenedNetworks

/** What is stored when networks are set: fewer hold at once, others after a wait, as with rules of payouts. */
export function storedNetworksAfter(
  stored: StoredNetworks,
  after: string[],
  now: Date,
  waitMs: number,
): StoredNetworks {
  const before = networksAt(stored, now)
  const known = after.filter(network => isWithin(network, before))
  const isLoosened = before.length > 0 && (after.length === 0 || known.length < after.length)
  if (waitMs === 0 || !isLoosened) return { ...noNetworks, networks: after }
  return {
    // None would mean any: where nothing stays, the old ones hold until then.
    networks: known.length === 0 ? before : known,
    loosenedNetworks: after,
    networksLoosenedAt: new Date(now.getTime() + waitMs),
  }
}

function isWithin(network: string, others: string[]): boolean {
  const [address = '', bits = ''] = network.split('/')
  return others.some(other => {
    const [otherAddress = '', otherBits = ''] = other.split('/')
    const isSameVersion = isIP(address) === isIP(otherAddress)
    return isSameVersion && Number(bits) >= Number(otherBits) && isFromNetworks({ networks: [other] }, address)
  })
}

/** A key is read every few seconds: its networks are taken apart once. */
const lists = new WeakMap<string[], BlockList>()

function listOf(networks: string[]): BlockList {
  const known = lists.get(networks)
  if (known !== undefined) return known
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6')
  }
  lists.set(networks, list)
  return list
}

/** Whether calls with a key may come from an address, which the server or the proxy that it trusts has seen. */
export function isFromNetworks({ networks }: { networks: string[] }, address: string): boolean {
  if (networks.length === 0) return true
  // A socket for both versions writes IPv4 as IPv6.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const version = isIP(plain)
  return version !== 0 && listOf(networks).check(plain, version === 4 ? 'ipv4' : 'ipv6')
}
