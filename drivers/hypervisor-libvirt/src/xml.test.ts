import assert from 'node:assert/strict'
import { test } from 'node:test'
import { element, renderXml } from './xml.ts'

test('absent attributes and children are left out', () => {
  const node = element('a', { x: 1, y: undefined }, undefined, element('b'), element('c', {}, 'text'))
  assert.equal(renderXml(node), "<a x='1'>\n  <b/>\n  <c>text</c>\n</a>")
})

test('markup in user input is escaped in attributes and elements', () => {
  const evil = `</name><x a='1'>&"\u0000`
  assert.equal(
    renderXml(element('n', { a: evil }, evil)),
    "<n a='&lt;/name&gt;&lt;x a=&apos;1&apos;&gt;&amp;&quot;\ufffd'>&lt;/name&gt;&lt;x a=&apos;1&apos;&gt;&amp;&quot;\ufffd</n>",
  )
})
