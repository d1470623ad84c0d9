import assert from 'node:assert/strict'
import { generate } from 'otplib'
import type { Person, World } from './world.ts'

export interface Enrolled extends Person {
  secret: string
  recovery_codes: string[]
}

/** What an authenticator app does, by the clock of a world. */
export function secondFactor({ post, person, clock }: Pick<World, 'post' | 'person' | 'clock'>) {
  /** The code of a secret, `steps` of half a minute from now. */
  const codeOf = (secret: string, steps = 0) =>
    generate({ secret, epoch: Math.floor((Date.now() + clock.offset_ms) / 1000) + steps * 30 })
  const wrongCode = async (secret: string) => {
    const right = await Promise.all([-2, -1, 0, 1, 2].map((step) => codeOf(secret, step)))
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code))!
  }
  /** To the middle of the next step, where no code was used and a test does not cross a border by chance. */
  const nextStep = (): void => {
    const now_ms = Date.now() + clock.offset_ms
    clock.offset_ms += 30_000 - (now_ms % 30_000) + 10_000
  }
  const enrol = async (who: Person): Promise<Enrolled> => {
    nextStep()
    const setup = await post('/api/v1/me/mfa/totp/setup', who.token, { password: who.password })
    assert.equal(setup.statusCode, 200, setup.body)
    const { secret } = setup.json<{ secret: string }>()
    const code = await codeOf(secret)
    const confirmed = await post('/api/v1/me/mfa/totp/confirm', who.token, { code })
    assert.equal(confirmed.statusCode, 200, confirmed.body)
    nextStep()
    const { recovery_codes } = confirmed.json<{ recovery_codes: string[] }>()
    return { ...who, secret, recovery_codes }
  }
  return { codeOf, wrongCode, nextStep, enrol, enrolled: async () => enrol(await person()) }
}
