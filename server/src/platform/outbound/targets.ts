import ipaddr from 'ipaddr.js'

// Which addresses users may send the server to. Nothing here touches the network.

export interface TargetRules {
  /** Allows plain http beside https. */
  allow_http: boolean
  /** Private CIDR networks that are allowed, on any port. */
  allowed_networks: readonly string[]
  /** Public CIDR networks that are denied. They win over the allowed ones. */
  denied_networks: readonly string[]
}

/** Why a target is refused, by its text or its address. */
export type Refusal = 'not_a_url' | 'scheme' | 'credentials' | 'port' | 'address'

export interface Targets {
  /** The canonical URL of a text, or why it is never allowed, whatever its name resolves to. */
  read: (text: string) => URL | Refusal
  /** Whether this IP address is allowed with the URL's port. */
  mayReach: (url: URL, address: string) => boolean
}

export const maxUrlLength = 2048

/** Unicast for `range()`, but not public: Azure's metadata and control service. */
const neverPublic = ['168.63.129.16/32'].map(parseNetwork)
/** The assigned global unicast space of IPv6; `range()` names only special parts of the rest. */
const globalUnicast = parseNetwork('2000::/3')
const usualPorts = new Set(['', '443', '80'])

export function createTargets(rules: TargetRules): Targets {
  const allowed = rules.allowed_networks.map(parseNetwork)
  const denied = [...neverPublic, ...rules.denied_networks.map(parseNetwork)]

  const mayReach = (url: URL, text: string): boolean => {
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.process(text) // unwraps an IPv4-mapped IPv6 address
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

/** The IP address that a URL contains; `localhost` is this machine by its standard. */
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
