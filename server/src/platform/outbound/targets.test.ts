import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createTargets, type Refusal } from './targets.ts'

const strict = { allow_http: false, allowed_networks: [], denied_networks: [] }

/** T-104: what each text means, and why it is refused. */
const refused: Record<string, Refusal> = {
  'https://127.0.0.1/': 'address',
  'https://127.8.9.10/': 'address',
  'https://2130706433/': 'address', // 127.0.0.1 as one number
  'https://0x7f.1/': 'address',
  'https://0177.0.0.1/': 'address',
  'https://127.1/': 'address',
  'https://127.0.0.1./': 'address',
  'https://１２７.0.0.1/': 'address', // full-width digits
  'https://①②⑦.0.0.1/': 'address',
  'https://localhost/': 'address',
  'https://localhost./': 'address',
  'https://LOCALHOST/': 'address',
  'https://api.localhost/': 'address',
  'https://0.0.0.0/': 'address',
  'https://0/': 'address',
  'https://10.1.2.3/': 'address',
  'https://172.16.0.1/': 'address',
  'https://172.31.255.255/': 'address',
  'https://192.168.1.1/': 'address',
  'https://169.254.169.254/latest/meta-data': 'address',
  'https://100.64.0.1/': 'address', // carrier-grade NAT
  'https://192.0.0.8/': 'address',
  'https://192.0.2.1/': 'address',
  'https://198.18.0.1/': 'address',
  'https://192.88.99.1/': 'address',
  'https://224.0.0.1/': 'address',
  'https://240.0.0.1/': 'address',
  'https://255.255.255.255/': 'address',
  'https://168.63.129.16/': 'address', // unicast, and Azure's own
  'https://[::1]/': 'address',
  'https://[::]/': 'address',
  'https://[::ffff:127.0.0.1]/': 'address',
  'https://[::ffff:a9fe:a9fe]/': 'address',
  'https://[::127.0.0.1]/': 'address', // IPv4-compatible
  'https://[fe80::1]/': 'address',
  'https://[fc00::1]/': 'address',
  'https://[fd12:3456::1]/': 'address',
  'https://[fec0::1]/': 'address',
  'https://[64:ff9b::7f00:1]/': 'address', // NAT64
  'https://[64:ff9b:1::a00:1]/': 'address',
  'https://[2002:7f00:1::]/': 'address', // 6to4
  'https://[2001:0:7f00:1::]/': 'address', // Teredo
  'https://[2001:db8::1]/': 'address',
  'https://[ff02::1]/': 'address',
  'https://[4000::1]/': 'address', // not handed out
  'https://user:secret@example.com/': 'credentials',
  'https://user@example.com/': 'credentials',
  'https://127.0.0.1@example.com/': 'credentials',
  'https://example.com:8443/': 'port',
  'https://example.com:22/': 'port',
  'http://example.com/': 'scheme',
  'file:///etc/passwd': 'scheme',
  'ftp://example.com/': 'scheme',
  'gopher://example.com/': 'scheme',
  'javascript:alert(1)': 'scheme',
  'example.com/hook': 'not_a_url',
  '//example.com/hook': 'not_a_url',
  'https://exa mple.com/': 'not_a_url',
  'https://[fe80::1%25eth0]/': 'not_a_url',
  [`https://example.com/${'x'.repeat(2048)}`]: 'not_a_url',
}

suite('targets', () => {
  for (const [text, refusal] of Object.entries(refused)) {
    test(`${text.slice(0, 60)} is refused`, () => {
      assert.equal(createTargets(strict).read(text), refusal)
    })
  }

  for (const text of ['https://example.com/hook', 'https://8.8.8.8/', 'https://[2606:4700::1111]/x?y=1']) {
    test(`${text} may be tried`, () => {
      assert.equal(String(createTargets(strict).read(text)), text)
    })
  }

  test('what a name leads to is judged like what is written', () => {
    const { mayReach } = createTargets(strict)
    const url = new URL('https://example.com/')
    const bad = [
      '127.0.0.1',
      '::ffff:10.0.0.1',
      '169.254.169.254',
      '168.63.129.16',
      '::1',
      'fe80::1%eth0',
      '',
    ]
    for (const address of bad) assert.equal(mayReach(url, address), false, address)
    for (const address of ['93.184.216.34', '2606:4700::1111', '::ffff:93.184.216.34'])
      assert.equal(mayReach(url, address), true, address)
    assert.equal(mayReach(new URL('https://example.com:8443/'), '93.184.216.34'), false)
  })

  test('an allowed network opens its addresses on every port, and no others', () => {
    const { read, mayReach } = createTargets({
      ...strict,
      allow_http: true,
      allowed_networks: ['10.1.0.0/16'],
    })
    assert.equal(String(read('http://10.1.2.3:9000/')), 'http://10.1.2.3:9000/')
    assert.equal(read('http://10.2.2.3:9000/'), 'address')
    assert.equal(read('https://8.8.8.8:9000/'), 'address')
    const hook = new URL('http://hooks.internal:9000/')
    assert.equal(mayReach(hook, '10.1.2.3'), true)
    assert.equal(mayReach(hook, '::ffff:10.1.2.3'), true)
    assert.equal(mayReach(hook, '93.184.216.34'), false, 'a public address keeps the usual ports')
  })

  test('a denied network is closed, also where it overlaps an allowed one', () => {
    const { read } = createTargets({
      allow_http: false,
      allowed_networks: ['10.0.0.0/8', '168.63.129.16'],
      denied_networks: ['10.9.0.0/16', '8.8.8.0/24', '2606:4700::/32'],
    })
    const closed = ['10.9.1.1', '8.8.8.8', '[2606:4700::1111]', '168.63.129.16']
    for (const host of closed) assert.equal(read(`https://${host}/`), 'address', host)
    assert.ok(read('https://10.8.1.1/') instanceof URL)
    assert.ok(read('https://8.8.4.4/') instanceof URL)
  })
})
