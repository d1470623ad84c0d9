/** A piece of one axis: the network is given `from` to `from + length`, and `core_from` to `core_to` of its answer is kept. */
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
 * Covers a length with pieces of at most `most`, all equally long, that overlap by at least twice the halo; cores meet in
 * the middle of an overlap, so that no kept pixel has seen an inner edge. Where they must begin at a multiple, the last is
 * a little longer.
 */
function spans(length: number, most: number, halo: number, multiple: number): Span[] {
  if (length <= most) return [{ from: 0, length, core_from: 0, core_to: length }]
  const count = Math.ceil((length - 2 * halo) / (most - 2 * halo))
  const place = (i: number): number => Math.round((i * (length - most)) / (count - 1))
  const from = Array.from({ length: count }, (_, i) => place(i) - (place(i) % multiple))
  const edge = (i: number): number => Math.floor((from[i]! + from[i - 1]! + most) / 2)
  return from.map((start, i) => ({
    from: start,
    length: i === count - 1 ? length - start : most,
    core_from: i === 0 ? 0 : edge(i),
    core_to: i === count - 1 ? length : edge(i + 1),
  }))
}

export interface TileLimits {
  /** What the network is given at most, in pixels, halo and all. */
  tile_px: number
  /** How far a pixel of the network's answer looks. */
  halo_px: number
  /** Pieces begin at multiples of this: a network that folds pixels together must fold the same ones in each. Default: 1. */
  multiple?: number
  /** The one size that the network takes, if it takes only one. */
  fixed?: { width_px: number; height_px: number } | undefined
}

/** The pieces of one frame. A dynamic network gets strips as wide as the frame where such a strip is not too flat. */
export function planTiles(
  width_px: number,
  height_px: number,
  { tile_px, halo_px, multiple = 1, fixed }: TileLimits,
): Tile[] {
  const halo = halo_px + multiple - 1
  // A strip of less than six halos would compute more margin than picture.
  const least = Math.max(16, 6 * halo)
  const widest = fixed?.width_px ?? Math.max(least, Math.floor(tile_px / least))
  const columns = spans(width_px, widest, halo, multiple)
  const highest = fixed?.height_px ?? Math.max(least, Math.floor(tile_px / columns[0]!.length))
  // Equal strips: as many as needed, none of them full height while the last is a rest.
  const rows = fixed
    ? spans(height_px, highest, halo, multiple)
    : spans(height_px, evenHeight(height_px, highest, halo), halo, multiple)
  return rows.flatMap((y) => columns.map((x) => ({ x, y })))
}

function evenHeight(height: number, most: number, halo: number): number {
  if (height <= most) return height
  const count = Math.ceil((height - 2 * halo) / (most - 2 * halo))
  return Math.ceil((height - 2 * halo) / count) + 2 * halo
}
