import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenLinks } from './links.ts'
import { arrange, findPages } from './pages.ts'

test('every page stands in the menu, once', () => {
  const pages = findPages()
  const shown = arrange(pages).flatMap(({ pages }) => pages.map(({ source }) => source))
  assert.deepEqual(shown.toSorted(), pages.map(({ source }) => source).toSorted())
})

test('a link to a page, a place in one or a file that is not there is found', () => {
  const pages = new Map([
    [
      'index.html',
      '<h2 id="here"></h2><a href="engines/a.html#there"></a><a href="#here"></a><a href="x.yaml"></a>',
    ],
    [
      'engines/a.html',
      '<h2 id="there"></h2><a href="../index.html#gone"></a><a href="b.html"></a><img src="c.png">',
    ],
  ])
  assert.deepEqual(brokenLinks(pages, new Set(['x.yaml'])), [
    'engines/a.html: ../index.html#gone',
    'engines/a.html: b.html',
    'engines/a.html: c.png',
  ])
})
