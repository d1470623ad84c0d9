import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countOf, expand, fieldsOf, hasRawBraces, parseTemplate } from './template.ts'

const all = (prompt: string, values: Record<string, string> = {}): string[] =>
  expand(parseTemplate(prompt), values, 16)

test('a prompt without braces is itself', () => {
  assert.deepEqual(all('a calm sea'), ['a calm sea'])
  assert.equal(countOf(parseTemplate('a calm sea')), 1)
  assert.deepEqual(parseTemplate(''), [])
  assert.deepEqual(all(''), [''])
  assert.deepEqual(all('as  it ,  stands'), ['as  it ,  stands'])
})

test('wildcards make every combination, in the order in which they stand', () => {
  assert.deepEqual(all('a {red|blue} balloon at {dawn|dusk}'), [
    'a red balloon at dawn',
    'a red balloon at dusk',
    'a blue balloon at dawn',
    'a blue balloon at dusk',
  ])
  assert.deepEqual(all('一只{红|蓝}气球'), ['一只红气球', '一只蓝气球'])
})

test('the same option twice is one, and an empty one leaves no gap', () => {
  assert.deepEqual(all('a {red|red} sea'), ['a red sea'])
  assert.deepEqual(all('a {big |}sea, {calm|}, wide'), [
    'a big sea, calm, wide',
    'a big sea, wide',
    'a sea, calm, wide',
    'a sea, wide',
  ])
  assert.deepEqual(all('a {big|} sea'), ['a big sea', 'a sea'])
})

test('more than the bound are counted and not made', () => {
  const many = '{a|b|c|d|e|f}'.repeat(12)
  assert.equal(countOf(parseTemplate(many)), 6 ** 12)
  assert.equal(all(many).length, 16)
})

test('fields are asked for once each and filled in everywhere', () => {
  const prompt = '{Who} meets {who is it} and {Who}'
  assert.deepEqual(fieldsOf(parseTemplate(prompt)), ['Who', 'who is it'])
  assert.deepEqual(all(prompt, { Who: 'Ann', 'who is it': 'a {red|blue} fox' }), [
    'Ann meets a {red|blue} fox and Ann',
  ])
  assert.deepEqual(fieldsOf(parseTemplate('{名字}在海边')), ['名字'])
})

test('braces that are neither stay, and are told', () => {
  for (const prompt of ['a { b', 'a } b', '{}', '{ }', '{"a": 1}', '{a {b|c}', '{one\ntwo}'])
    assert.equal(hasRawBraces(parseTemplate(prompt)), true, prompt)
  assert.equal(hasRawBraces(parseTemplate('{a} {b|c}')), false)
  assert.deepEqual(all('{a {b|c}'), ['{a b', '{a c'])
})
