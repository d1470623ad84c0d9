// SHA-256 (FIPS 180-4) of what comes piece by piece, which the browser's own `crypto.subtle.digest` cannot take. Its state is in
// typed arrays: in Chromium numbers of 32 bits that are fields of objects make it four times slower.

/** Feeds any number of pieces; `hex` ends it. */
export interface Sha256 {
  update(piece: Uint8Array): void
  hex(): string
}

const primes = Array.from({ length: 310 }, (_, index) => index + 2).filter((number, _, numbers) =>
  numbers.every((divisor) => divisor >= number || number % divisor !== 0),
)
/** The first 32 bits of the fraction. */
const fraction = (value: number): number => Math.floor((value % 1) * 2 ** 32)
const roundConstants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const initial = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const block_bytes = 64

export function createSha256(): Sha256 {
  const state = initial.slice()
  const schedule = new Int32Array(block_bytes)
  /** What was left of the last piece: less than a block. */
  const rest = new Uint8Array(block_bytes)
  let rest_bytes = 0
  let total_bytes = 0

  const updateBlocks = (bytes: Uint8Array): void => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; at + block_bytes <= bytes.length; at += block_bytes) compress(state, schedule, view, at)
  }
  const update = (piece: Uint8Array): void => {
    total_bytes += piece.length
    let begin = 0
    if (rest_bytes > 0) {
      begin = Math.min(block_bytes - rest_bytes, piece.length)
      rest.set(piece.subarray(0, begin), rest_bytes)
      rest_bytes += begin
      if (rest_bytes < block_bytes) return
      updateBlocks(rest)
    }
    const end = piece.length - ((piece.length - begin) % block_bytes)
    updateBlocks(piece.subarray(begin, end))
    rest.set(piece.subarray(end))
    rest_bytes = piece.length - end
  }
  return {
    update,
    hex: () => {
      const bits = BigInt(total_bytes) * 8n
      const padding_bytes = block_bytes - ((total_bytes + 8) % block_bytes)
      const end = new Uint8Array(padding_bytes + 8)
      end[0] = 0x80
      new DataView(end.buffer).setBigUint64(padding_bytes, bits)
      update(end)
      return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
    },
  }
}

/** Takes one block into the state. The letters are those of the standard. */
function compress(state: Int32Array, w: Int32Array, view: DataView, at: number): void {
  for (let t = 0; t < 16; t++) w[t] = view.getInt32(at + t * 4)
  for (let t = 16; t < 64; t++) {
    const x = w[t - 15]!
    const y = w[t - 2]!
    const sigma0 = ((x << 25) | (x >>> 7)) ^ ((x << 14) | (x >>> 18)) ^ (x >>> 3)
    const sigma1 = ((y << 15) | (y >>> 17)) ^ ((y << 13) | (y >>> 19)) ^ (y >>> 10)
    w[t] = sigma1 + w[t - 7]! + sigma0 + w[t - 16]!
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let t = 0; t < 64; t++) {
    const sum1 = ((e << 26) | (e >>> 6)) ^ ((e << 21) | (e >>> 11)) ^ ((e << 7) | (e >>> 25))
    const t1 = (h + sum1 + ((e & f) ^ (~e & g)) + roundConstants[t]! + w[t]!) | 0
    const sum0 = ((a << 30) | (a >>> 2)) ^ ((a << 19) | (a >>> 13)) ^ ((a << 10) | (a >>> 22))
    const t2 = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  // The array keeps the lowest 32 bits of each sum.
  state[0]! += a
  state[1]! += b
  state[2]! += c
  state[3]! += d
  state[4]! += e
  state[5]! += f
  state[6]! += g
  state[7]! += h
}
