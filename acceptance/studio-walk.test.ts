import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openBrowser } from './lib/browser.ts'
import { mailedLink } from './lib/mails.ts'
import { installProduct } from './lib/product.ts'
import { fillForm, watchForFaults } from './lib/studio-page.ts'
import { totp } from './lib/totp.ts'
import { languageNames, languages, wordsOf } from './lib/words.ts'

const password = 'correct horse battery'
const prompt = 'a red balloon drifts over a calm sea'
/** However slow the machine is. */
const patience = { timeout: 180_000 }

for (const language of languages)
  test(`a maker walks from the first page to a video that is deleted and taken back, in ${language}`, async (t) => {
    const product = await installProduct(t, { EMAIL_VERIFICATION_REQUIRED: 'true' })
    await product.start()
    const say = await wordsOf(language)
    const context = await (
      await openBrowser(t)
    ).newContext({ locale: language, reducedMotion: 'reduce', acceptDownloads: true })
    const page = await context.newPage()
    watchForFaults(t, page)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    const heading = (name: string) => page.getByRole('heading', { name, exact: true }).first().waitFor()
    const balance = (amount: string) => link(say('balance', { amount })).waitFor()
    const email = 'maker@example.org'
    const who = { [say('auth.email')]: email, [say('auth.password')]: password }

    // Registered and verified
    await page.goto(product.url)
    await link(say('front.register')).first().click()
    await fillForm(page, say('auth.register'), who)
    await heading(say('auth.sentTitle'))
    await page.goto(await mailedLink(product, 'verify_email'))
    await button(say('links.verify.action')).click()
    await heading(say('links.verify.doneTitle'))
    await link(say('links.toSignIn')).click()
    await fillForm(page, say('auth.signIn'), who)
    await page.waitForURL('**/create')

    // A second factor, which is asked for at once
    await link(say('nav.account')).click()
    await link(say('account.nav.security')).click()
    await button(say('account.security.setUp')).click()
    await fillForm(
      page,
      say('account.security.factor'),
      { [say('account.currentPassword')]: password },
      say('account.security.next'),
    )
    const secret = (await page.locator('[role=dialog] code').innerText()).replaceAll(' ', '')
    await page.getByRole('textbox', { name: say('account.security.code') }).fill(totp(secret))
    await button(say('account.security.turnOn')).click()
    await page.getByLabel(say('account.security.stored')).check()
    await button(say('account.security.finish')).click()
    await button(say('nav.account')).click()
    // The other language at once, and back
    for (const next of [...languages.filter((one) => one !== language), language]) {
      await page.getByRole('menuitemradio', { name: languageNames[next] }).click()
      const words = await wordsOf(next)
      await page.getByRole('menuitem', { name: words('nav.signOut') }).waitFor()
    }
    await page.getByRole('menuitem', { name: say('nav.signOut') }).click()
    await link(say('auth.signIn')).first().click()
    await fillForm(page, say('auth.signIn'), who)
    await page.getByRole('textbox', { name: say('auth.code') }).fill(totp(secret, 1))
    await button(say('auth.continue')).click()
    await page.waitForURL('**/create')

    // Topped up where the credits are missing, and back to the words
    const words = page.getByRole('textbox', { name: say('create.prompt') })
    await words.fill(prompt)
    await page.getByRole('link', { name: say('create.missing', { amount: '0.50' }) }).click()
    await button(say('wallet.topUp')).click()
    await balance('10.00')
    await page.goBack()
    assert.equal(await words.inputValue(), prompt)

    // The first video, and its recipe again
    const generate = page.getByRole('button', { name: new RegExp(`^${say('create.generate')} 0\\.`) })
    await generate.click()
    const cards = page.getByRole('article')
    const open = (card: number) => cards.nth(card).getByRole('link', { name: say('video.open'), exact: true })
    const states = ['video.queued', 'video.running', 'video.storing'] as const
    await cards
      .first()
      .getByText(new RegExp(states.map((state) => say(state)).join('|')))
      .waitFor()
    await open(0).waitFor(patience)
    await balance('9.50')
    await words.fill('')
    await cards
      .first()
      .getByRole('button', { name: say('video.reuse'), exact: true })
      .click()
    await page.waitForFunction((text) => document.querySelector('textarea')?.value === text, prompt)
    await generate.click()
    await cards.nth(1).waitFor()
    await open(0).click(patience)

    // On from the last frame
    await page.waitForURL('**/v/*')
    const loaded = (): Promise<unknown> =>
      page.waitForFunction(() => {
        const videos = [...document.querySelectorAll('video')]
        return videos.length > 0 && videos.every(({ readyState }) => readyState >= 2)
      })
    await loaded()
    const last = Number(await page.getByRole('slider', { name: say('player.position') }).getAttribute('max'))
    await page.getByRole('slider', { name: say('player.position') }).press('End')
    await page.locator(`[data-frame="${last}"]`).waitFor()
    await button(say('player.startHere')).click()
    await page.waitForURL('**/create')
    await generate.click()
    await cards.nth(2).waitFor()
    await open(0).click(patience)
    await page.getByText(say('player.came.on')).waitFor()

    // Larger, and beside what it was
    await button(say('video.enhance')).click()
    await page.getByRole('button', { name: say('enhance.do', { target: '1080p' }) }).click() // the price follows in it
    await button(say('compare.title')).click(patience)
    await loaded()
    assert.equal(await page.locator('video').count(), 2)

    // Downloaded as it is
    await button(say('video.download')).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: say('player.files.video') }).click(),
    ])
    const probe = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'stream=height', '-of', 'csv=p=0']
    const { stdout } = await promisify(execFile)('ffprobe', [...probe, await download.path()])
    assert.equal(stdout.trim(), '1080')

    // Deleted, and taken back
    await button(say('video.delete')).click()
    await page.waitForURL('**/library')
    await page.getByText(say('library.count', { count: 3, shown: '3' }), { exact: true }).waitFor()
    await button(say('video.undo')).click()
    await page.getByText(say('library.count', { count: 4, shown: '4' }), { exact: true }).waitFor()
  })
