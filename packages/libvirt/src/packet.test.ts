import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodePacket, type Packet, packetAssembler, packetStatus, packetTypes } from './packet.ts'
import { XdrError } from './xdr-reader.ts'

const packet = (serial: number, body: string): Packet => ({
  program: 0x20008086,
  version: 1,
  procedure: 66,
  type: packetTypes.call,
  serial,
  status: packetStatus.ok,
  body: Buffer.from(body),
})

test('a packet is its length, six words and its body', () => {
  assert.equal(
    encodePacket(packet(5, 'abcd')).toString('hex'),
    ['00000020', '20008086', '00000001', '00000042', '00000000', '00000005', '00000000', '61626364'].join(''),
  )
})

test('packets are assembled the same from chunks of any size', () => {
  const sent = [packet(1, ''), packet(2, 'body'), packet(3, 'x'.repeat(50))]
  const wire = Buffer.concat(sent.map(encodePacket))
  for (let size = 1; size <= wire.length; size++) {
    const assemble = packetAssembler()
    const got: Packet[] = []
    for (let at = 0; at < wire.length; at += size) got.push(...assemble(wire.subarray(at, at + size)))
    assert.deepEqual(got, sent, `chunks of ${size}`)
  }
})

test('an unfinished packet is held back', () => {
  const assemble = packetAssembler()
  const wire = encodePacket(packet(1, 'body'))
  assert.deepEqual(assemble(wire.subarray(0, wire.length - 1)), [])
  assert.deepEqual(assemble(wire.subarray(wire.length - 1)), [packet(1, 'body')])
})

test('impossible lengths of packets are refused', () => {
  for (const length of [0, 27, 0x7fffffff]) {
    const bytes = Buffer.alloc(28)
    bytes.writeUInt32BE(length)
    assert.throws(() => packetAssembler()(bytes), XdrError)
  }
})
