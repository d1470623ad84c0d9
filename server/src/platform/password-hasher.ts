import { hash, hashRaw, verify } from '@node-rs/argon2'
import { busy } from './errors.ts'

export interface HashCost {
  memory_kib: number
  passes: number
}

/** Hashes passwords without letting a flood of them take the machine. */
export interface PasswordHasher {
  /** A PHC string of argon2id. @throws AppError 503 `busy` when too many wait. */
  hash(password: string): Promise<string>
  /**
   * Whether the password is the one that was hashed. Without a hash (an unknown address) it works just as long against
   * a fixed one and says no, so that time does not tell who has an account.
   */
  verify(password: string, phc: string | null | undefined): Promise<boolean>
  /** Whether a stored hash was made more cheaply than new ones are: it is renewed at the next login. */
  isOutdated(phc: string): boolean
  /**
   * 32 bytes of argon2id of a code the server made, under a salt of the caller's. Cheaper than a password's hash, and
   * always the same: the code has 50 random bits, and the cost does not stand beside what is stored.
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
  decoy.catch(() => {}) // told by the first verify that needs it
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

/** Runs at most `maxRunning` at once and lets a bounded number wait for a bounded time. */
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
