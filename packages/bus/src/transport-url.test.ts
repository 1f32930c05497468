import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFault } from '@nimbo/kernel/errors'
import { parseTransportUrl } from './transport-url.ts'

const broker = (host: string, port = 5672, username = 'guest', password = 'guest') => ({
  host,
  port,
  username,
  password,
})

describe('parseTransportUrl', () => {
  for (const [text, expected] of [
    ['rabbit://h', { brokers: [broker('h')], vhost: '/', tls: false }],
    ['rabbit://h/', { brokers: [broker('h')], vhost: '/', tls: false }],
    ['rabbit://h//', { brokers: [broker('h')], vhost: '/', tls: false }],
    ['rabbit://h/%2F', { brokers: [broker('h')], vhost: '/', tls: false }],
    ['rabbit://u:p@h:1234/cell1', { brokers: [broker('h', 1234, 'u', 'p')], vhost: 'cell1', tls: false }],
    [
      'rabbit://u:p@h1:1,v:q@h2/cell1',
      { brokers: [broker('h1', 1, 'u', 'p'), broker('h2', 5672, 'v', 'q')], vhost: 'cell1', tls: false },
    ],
    [
      'rabbit://u:p%40%2F:x@[::1]:7/a%20b',
      { brokers: [broker('::1', 7, 'u', 'p@/:x')], vhost: 'a b', tls: false },
    ],
    ['rabbit+ssl://h/v', { brokers: [broker('h', 5671)], vhost: 'v', tls: true }],
    ['rabbit://h/v?ssl=1', { brokers: [broker('h', 5671)], vhost: 'v', tls: true }],
    ['amqp://h/v?ssl=0', { brokers: [broker('h')], vhost: 'v', tls: false }],
  ] as const)
    it(`reads ${text}`, () => assert.deepEqual(parseTransportUrl(text), expected))

  for (const text of [
    '',
    'h',
    'http://h',
    'rabbit://',
    'rabbit://u:hidden@',
    'rabbit://u:hidden@h:x',
    'rabbit://h:70000',
    'rabbit://h/%zz',
    'rabbit://a,,b',
    'constructor://h',
  ])
    it(`refuses "${text}" without repeating a password`, () =>
      assert.throws(
        () => parseTransportUrl(text),
        (error) => isFault(error, 'InvalidTransportUrl') && !JSON.stringify(error).includes('hidden'),
      ))
})
