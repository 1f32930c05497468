import assert from 'node:assert/strict'
import { test } from 'node:test'
import { securityEventsIn } from './security-events.ts'

const header = 'iif "tapaaaaaaaa-aa" oif "tapb" ip saddr 10.0.0.1 ip daddr 10.0.0.2 ip protocol udp'
const told = 'rule limit rate 100/second burst 25 packets meta nftrace set 1 (verdict continue)'

test('each filter that accepts or drops a traced packet gives one event with its port and direction', () => {
  const read = securityEventsIn('nimbo_1')
  const chains = { out: 'bridge nimbo_1 out_aaaaaaaa-aa', to: 'bridge nimbo_1 to_bbbbbbbb-bb' }
  assert.equal(read(`trace id 1a ${chains.out} packet: ${header} `), undefined)
  assert.equal(read(`trace id 2b ${chains.to} packet: other`), undefined)
  assert.equal(read(`trace id 1a ${chains.out} ${told}`), undefined)
  assert.deepEqual(read(`trace id 1a ${chains.out} unknown rule handle 9 (verdict goto deliver)`), {
    ...{ event: 'ACCEPT', direction: 'egress', portShortId: 'aaaaaaaa-aa', packet: header },
  })
  assert.deepEqual(read(`trace id 1a ${chains.to} rule drop (verdict drop)`), {
    ...{ event: 'DROP', direction: 'ingress', portShortId: 'bbbbbbbb-bb', packet: header },
  })
  assert.deepEqual(read(`trace id 2b ${chains.to} unknown rule handle 44 (verdict accept)`), {
    ...{ event: 'ACCEPT', direction: 'ingress', portShortId: 'bbbbbbbb-bb', packet: 'other' },
  })
})

test('traces of other tables and of other chains give no events', () => {
  const read = securityEventsIn('nimbo_1')
  assert.equal(read('trace id 1a bridge nimbo_2 out_aaaaaaaa-aa rule drop (verdict drop)'), undefined)
  assert.equal(
    read('trace id 1a bridge nimbo_1 deliver rule oifname vmap @to_port (verdict drop)'),
    undefined,
  )
  assert.equal(read('trace id 1a inet nimbo_1 known policy accept'), undefined)
  assert.equal(read('a line of nobody'), undefined)
})
