import ipaddr from 'ipaddr.js'

// Which addresses a server may be sent to by its users. Nothing here touches the network.

export interface TargetRules {
  /** Plain http too, not only https. */
  allow_http: boolean
  /** CIDR networks that may be reached although they are private, and there on any port. */
  allowed_networks: readonly string[]
  /** CIDR networks that may not be reached although they are public. They win over the allowed ones. */
  denied_networks: readonly string[]
}

/** Why a target may not be reached: what it is written like, or where it leads. */
export type Refusal = 'not_a_url' | 'scheme' | 'credentials' | 'port' | 'address'

export interface Targets {
  /** The canonical address that a text means, or why it can never be reached, whatever its name resolves to. */
  read: (text: string) => URL | Refusal
  /** Whether the port of the URL may be reached at this IP address. */
  mayReach: (url: URL, address: string) => boolean
}

export const maxUrlLength = 2048

/** What `range()` calls unicast but is none of the public Internet: Azure's metadata and control service. */
const neverPublic = ['168.63.129.16/32'].map(parseNetwork)
/** All of IPv6 that has been handed out for global use; the rest has names only for the parts that have a meaning. */
const globalUnicast = parseNetwork('2000::/3')
const usualPorts = new Set(['', '443', '80'])

export function createTargets(rules: TargetRules): Targets {
  const allowed = rules.allowed_networks.map(parseNetwork)
  const denied = [...neverPublic, ...rules.denied_networks.map(parseNetwork)]

  const mayReach = (url: URL, text: string): boolean => {
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.process(text) // an IPv4 address in IPv6 clothes becomes what it is
    if (denied.some((network) => contains(network, address))) return false
    if (allowed.some((network) => contains(network, address))) return true
    if (!usualPorts.has(url.port) || address.range() !== 'unicast') return false
    return address.kind() === 'ipv4' || contains(globalUnicast, address)
  }

  return {
    mayReach,
    read: (text) => {
      if (text.length > maxUrlLength || !URL.canParse(text)) return 'not_a_url'
      const url = new URL(text) // also turns 2130706433, 0x7f.1 and full-width digits into 127.0.0.1
      if (url.protocol !== 'https:' && !(rules.allow_http && url.protocol === 'http:')) return 'scheme'
      if (url.username !== '' || url.password !== '') return 'credentials'
      if (!usualPorts.has(url.port) && allowed.length === 0) return 'port'
      url.hash = ''
      const address = literalOf(url)
      if (address !== undefined && !mayReach(url, address)) return 'address'
      return url
    },
  }
}

/** The IP address that a URL names without any name: also for `localhost`, which means this machine by its standard. */
export function literalOf(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (host === 'localhost' || host.endsWith('.localhost')) return '127.0.0.1'
  return ipaddr.isValid(host) ? host : undefined
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [Address, number]

function parseNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

function contains([network, length]: Network, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, length)
}
