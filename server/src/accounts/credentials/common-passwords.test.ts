import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorld } from '../../testing/world.ts'
import { commonPasswordCount, isCommonPassword } from './common-passwords.ts'

test('the passwords that attackers try first are refused, with their usual variations', () => {
  assert.ok(commonPasswordCount > 10_000, String(commonPasswordCount))
  const common = `password password1 PASSWORD1 password123 Password123! p4ssw0rd P@ssw0rd P@$$w0rd2024 12345678 123456789
    1234567890 87654321 qwertyuiop qwerty123 QWERTYUI 1qaz2wsx 1q2w3e4r zaq12wsx iloveyou iloveyou1 sunshine1 princess1
    football1 letmein123 welcome1 admin123 admin1234 administrator trustno1 baseball michael1 dragon123 monkey123
    superman1 starwars abcd1234 abcdefgh a1b2c3d4 11111111 00000000 aaaaaaaa abcabcabc 12341234 123123123 woaini1314
    woaini520 a123456789 aa123456 qq123456 5201314a 1314520a zxcvbnm123 asdfghjkl asdf1234 qazwsxedc clipwright
    clipwright1 Clipwright2026 summer2024 testtest changeme1 1234567a 147258369 passw0rd!`
  assert.deepEqual(
    common.split(/\s+/).filter((password) => !isCommonPassword(password)),
    [],
  )
})

test('other passwords pass', () => {
  const fine = [
    'correct horse battery',
    'a long secret',
    'Tr0ub4dor&3x',
    'xkqmzvbw',
    'green boat 42',
    'mein Hund Bello',
  ]
  assert.deepEqual(fine.filter(isCommonPassword), [])
})

test('a common password is refused by name, unless the operator allows it', async (t) => {
  const body = { email: 'ann@example.org', password: 'PASSWORD123' }
  const strict = await createWorld(t)
  const refused = await strict.post('/api/v1/auth/register', undefined, body)
  assert.equal(refused.statusCode, 422)
  const [problem] = refused.json().detail
  assert.deepEqual([problem.loc, problem.type], [['body', 'password'], 'value_error'])
  assert.ok(!refused.body.includes('PASSWORD123'))
  const lax = await createWorld(t, { env: { PASSWORD_BLOCKLIST: 'off' } })
  assert.equal((await lax.post('/api/v1/auth/register', undefined, body)).statusCode, 201)
})
