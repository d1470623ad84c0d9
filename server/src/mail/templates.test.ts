import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as mail from './mail.ts'
import type { Language, Mail } from './mail.ts'

const hostile = `<script>"'&</script>`
const timed = { link: `https://video.example.org/verify#t=a&b"c`, expires_in_s: 1800 }

const mails: ((language: Language) => Mail)[] = [
  (language) => mail.verifyMail(language, timed),
  (language) => mail.alreadyRegisteredMail(language, timed),
  (language) => mail.resetPasswordMail(language, timed),
  (language) => mail.confirmPasswordChangeMail(language, timed),
  (language) => mail.confirmEmailChangeMail(language, timed),
  (language) => mail.emailChangeMail(language, { ...timed, new_email: hostile }),
  (language) => mail.deletionMail(language, { ...timed, deletion_at: new Date('2026-12-24T00:00:00Z') }),
  mail.passwordChangedMail,
  mail.passwordWasResetMail,
  (language) => mail.emailChangedMail(language, { new_email: hostile }),
  mail.reuseAlarmMail,
  mail.mfaEnabledMail,
  mail.mfaDisabledMail,
  (language) => mail.recoveryCodeUsedMail(language, { remaining: 9 }),
  mail.recoveryCodesRegeneratedMail,
  mail.lockedMail,
  mail.testMail,
  (language) => mail.apiKeyCreatedMail(language, { name: hostile }),
  (language) => mail.webhookDisabledMail(language, { host: hostile, reason: 'failing' }),
]

test('every mail says the same in text and HTML, in both languages, and escapes what people wrote', () => {
  const templates = new Set<string>()
  for (const make of mails) {
    const [en, zh] = [make('en'), make('zh-CN')]
    templates.add(en.template)
    assert.equal(en.template, zh.template)
    assert.notEqual(en.subject, zh.subject)
    assert.match(zh.subject, /\p{Script=Han}/u)
    for (const { subject, text, html, template } of [en, zh]) {
      assert.match(subject, /^[^\r\n]{5,78}$/)
      assert.ok(
        !html.includes('<script') && !html.includes('</script') && !html.includes('undefined'),
        template,
      )
      assert.ok(!text.includes('undefined'), template)
      if (text.includes(timed.link)) {
        assert.ok(html.includes('href="https://video.example.org/verify#t=a&amp;b&quot;c"'), template)
      }
    }
  }
  assert.equal(templates.size, mails.length)
})

test('every mail says what the site is called, and nothing that people wrote is changed', () => {
  const name = `Night & <Lab> $&`
  const wrote = 'Clipwright'
  const all = [
    ...mails,
    (language: Language) => mail.apiKeyCreatedMail(language, { name: wrote }),
    (language: Language) => mail.emailChangedMail(language, { new_email: 'a@clipwright.example' }),
  ]
  for (const make of all)
    for (const language of ['en', 'zh-CN'] as const) {
      const before = make(language)
      const after = mail.nameSite(before, name)
      assert.deepEqual([after.subject, after.template], [before.subject, before.template])
      const [said, written] = [before.text.split('Clipwright').length, after.text.split('Clipwright').length]
      assert.deepEqual([written, after.text.split(name).length], [said - 1, 2], before.text)
      assert.equal(after.html.split('Night &amp; &lt;Lab&gt; $&amp;').length, 3)
      assert.equal(after.html.split('Clipwright').length, said - 1)
    }
})

test('durations read as people say them', () => {
  assert.match(mail.verifyMail('en', { ...timed, expires_in_s: 86_400 }).text, /for 24 hours/)
  assert.match(mail.verifyMail('en', { ...timed, expires_in_s: 1800 }).text, /for 30 minutes/)
  assert.match(mail.verifyMail('en', { ...timed, expires_in_s: 3600 }).text, /for 1 hour\b/)
  assert.match(mail.verifyMail('en', { ...timed, expires_in_s: 259_200 }).text, /for 3 days/)
  assert.match(mail.verifyMail('zh-CN', { ...timed, expires_in_s: 1800 }).text, /30 分钟/)
})

test('the language is the one that the browser prefers among ours', () => {
  const cases: [string | undefined, Language][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
    ['zh', 'zh-CN'],
    ['zh-TW', 'zh-CN'],
    ['ZH-hans', 'zh-CN'],
    ['en-US,en;q=0.9,zh-CN;q=0.8', 'en'],
    ['en;q=0.5, zh;q=0.7', 'zh-CN'],
    ['fr, zh;q=0.5', 'zh-CN'],
    ['fr', 'en'],
    ['zh;q=0', 'en'],
    ['zhuang', 'en'],
    [';;;q=x,,', 'en'],
  ]
  for (const [header, language] of cases) assert.equal(mail.languageOf(header), language, header)
})
