interface RequestOrigin {
  method: string
  origin: string | undefined
  sec_fetch_site: string | undefined
  sec_fetch_mode: string | undefined
}

interface OwnOrigins {
  own: string
  trusted: readonly string[]
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request that relies on a cookie may have been sent by a foreign page. Unsafe methods follow the algorithm of
 * Go 1.25's CrossOriginProtection: a trusted origin passes, then `Sec-Fetch-Site` decides, then `Origin`; a request with
 * neither header is not from a browser. Safe methods are refused only to foreign pages that embed rather than navigate.
 */
export function isCrossSite(request: RequestOrigin, origins: OwnOrigins): boolean {
  const { origin, sec_fetch_site: site } = request
  if (safeMethods.has(request.method)) {
    return (
      site === 'cross-site' && request.sec_fetch_mode !== undefined && request.sec_fetch_mode !== 'navigate'
    )
  }
  if (origin !== undefined && origins.trusted.includes(origin)) return false
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return origin !== undefined && origin !== origins.own
}
