/** A tile along one axis: the network gets `from` to `from + length`, and `core_from` to `core_to` of its output is kept. */
export interface Span {
  from: number
  length: number
  core_from: number
  core_to: number
}

export interface Tile {
  x: Span
  y: Span
}

/**
 * Covers a length with tiles of at most `most` that start at multiples and overlap by at least twice the halo. Cores meet in
 * the middle of an overlap, so that no kept pixel depends on an inner edge.
 */
function spans(length: number, most: number, halo: number, multiple: number): Span[] {
  if (length <= most) return [{ from: 0, length, core_from: 0, core_to: length }]
  const count = Math.ceil((length - 2 * halo) / (most - 2 * halo))
  const from = Array.from({ length: count }, (_, i) => {
    const evenly = Math.round((i * (length - most)) / (count - 1))
    return evenly - (evenly % multiple)
  })
  const edge = (i: number): number => Math.floor((from[i]! + from[i - 1]! + most) / 2)
  return from.map((start, i) => ({
    from: start,
    length: i === count - 1 ? length - start : most,
    core_from: i === 0 ? 0 : edge(i),
    core_to: i === count - 1 ? length : edge(i + 1),
  }))
}

export interface TileLimits {
  /** Largest tile in pixels, with its halo. */
  tile_px: number
  /** The reach of an output pixel. */
  halo_px: number
  /** Tiles start at multiples of this: a network that works on cells of pixels sees the same cells in each. */
  multiple: number
  /** The network's only input size, if it has one. */
  fixed?: { width_px: number; height_px: number } | undefined
}

/** The tiles of a frame. A dynamic network gets strips as wide as the frame, unless they would be too flat. */
export function planTiles(
  width_px: number,
  height_px: number,
  { tile_px, halo_px, multiple, fixed }: TileLimits,
): Tile[] {
  const halo = halo_px + multiple - 1 // a tile may move by this to start at a multiple
  // A strip under six halos would be more margin than picture.
  const least = Math.max(16, 6 * halo)
  const widest = fixed?.width_px ?? Math.max(least, Math.floor(tile_px / least))
  const columns = spans(width_px, widest, halo, multiple)
  const highest = fixed?.height_px ?? Math.max(least, Math.floor(tile_px / columns[0]!.length))
  // Equal strips, instead of full ones and a short last one.
  const height = fixed ? highest : evenHeight(height_px, highest, halo)
  const rows = spans(height_px, height, halo, multiple)
  return rows.flatMap((y) => columns.map((x) => ({ x, y })))
}

function evenHeight(height: number, most: number, halo: number): number {
  if (height <= most) return height
  const count = Math.ceil((height - 2 * halo) / (most - 2 * halo))
  return Math.ceil((height - 2 * halo) / count) + 2 * halo
}
