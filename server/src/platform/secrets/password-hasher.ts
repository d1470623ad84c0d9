import { hash, hashRaw, verify } from '@node-rs/argon2'
import { busy } from '../errors.ts'

export interface HashCost {
  memory_kib: number
  passes: number
}

/** Hashes passwords, a few at a time, so that many at once do not exhaust the machine. */
export interface PasswordHasher {
  /** A PHC string of argon2id. @throws AppError 503 `busy` when too many wait. */
  hash(password: string): Promise<string>
  /**
   * Whether the password matches. Without a hash (an unknown address) it takes just as long and returns false, so that the time
   * does not tell who has an account.
   */
  verify(password: string, phc: string | null | undefined): Promise<boolean>
  /** Whether a stored hash cost less than new ones do; the next login renews it. */
  isOutdated(phc: string): boolean
  /**
   * Derives 32 bytes from a code that the server made, by argon2id under the given salt. The cost is lower than a password's,
   * since the code has 50 random bits, and it is fixed, since it is not stored beside the hash.
   */
  derive(code: string, salt: Uint8Array): Promise<Buffer>
}

const derivation = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

const maxRunning = 4 // the thread pool of libuv has four threads; 64 MiB each
const maxWaiting = 64
const maxWait_ms = 5_000

export function createPasswordHasher(cost: HashCost): PasswordHasher {
  // argon2id is the library's default.
  const options = { memoryCost: cost.memory_kib, timeCost: cost.passes, parallelism: 1 }
  const decoy = hash('nobody has this password', options)
  decoy.catch(() => {}) // the first verify that needs it throws
  const inTurn = createTurnstile()
  return {
    hash: (password) => inTurn(() => hash(password, options)),
    verify: (password, phc) =>
      inTurn(async () => {
        const matches = await verify(phc ?? (await decoy), password)
        return matches && phc !== null && phc !== undefined
      }),
    derive: (code, salt) => inTurn(() => hashRaw(code, { ...derivation, salt })),
    isOutdated: (phc) => {
      const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(phc)
      return !found || Number(found[1]) < cost.memory_kib || Number(found[2]) < cost.passes
    },
  }
}

/** Runs at most `maxRunning` at once; at most `maxWaiting` wait, each for at most `maxWait_ms`. */
function createTurnstile() {
  const waiting: (() => void)[] = []
  let running = 0
  const enter = (): Promise<void> => {
    if (running < maxRunning) {
      running++
      return Promise.resolve()
    }
    if (waiting.length >= maxWaiting) throw busy('Too many sign-ins at once; try again in a moment.', 1)
    return new Promise((resolve, reject) => {
      const pass = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(pass), 1)
        reject(busy('Too many sign-ins at once; try again in a moment.', 1))
      }, maxWait_ms)
      waiting.push(pass)
    })
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    await enter()
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
