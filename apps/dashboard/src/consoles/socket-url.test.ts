import assert from 'node:assert/strict'
import { test } from 'node:test'
import { socketUrl } from './socket-url.ts'

const page = { hostname: 'cloud.example.org', protocol: 'http:' }

test('the WebSocket URL of a console is derived from each form of console URL', () => {
  assert.equal(
    socketUrl('http://10.0.0.2:6080/vnc_auto.html?path=%3Ftoken%3Dabc', page),
    'ws://10.0.0.2:6080/vnc_auto.html?token=abc',
  )
  assert.equal(
    socketUrl('https://vnc.example.org/vnc.html?path=%3Ftoken%3Dabc', page),
    'wss://vnc.example.org/vnc.html?token=abc',
  )
  assert.equal(
    socketUrl('http://127.0.0.1:5000/novnc/vnc_lite.html?path=%3Ftoken%3Dabc', page),
    'ws://cloud.example.org:5000/novnc/vnc_lite.html?token=abc',
  )
  assert.equal(
    socketUrl('ws://127.0.0.1:5000/serial/?token=abc', page),
    'ws://cloud.example.org:5000/serial/?token=abc',
  )
})
