import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'

/**
 * A query client whose `invalidateQueries` also holds for a read that it lets go on, which is every first read: the library takes the
 * answer for new, though the server may have given it before the change that the caller knows of. Here it is read once more.
 */
export class CarefulQueryClient extends QueryClient {
  override async invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const goingOn = new Set(
      this.getQueryCache()
        .findAll({ ...filters, fetchStatus: 'fetching' })
        .filter(({ state }) => state.data === undefined || options.cancelRefetch === false),
    )
    await super.invalidateQueries(filters, options)
    if (goingOn.size === 0) return
    // Those that nothing shows were not waited for.
    await Promise.allSettled([...goingOn].map(async ({ promise }) => promise))
    await super.invalidateQueries({ ...filters, predicate: (query) => goingOn.has(query) }, options)
  }
}
