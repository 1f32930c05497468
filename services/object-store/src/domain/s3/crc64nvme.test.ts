import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc64nvme } from './crc64nvme.ts'

/** The check value is that of the catalogue of parametrised CRC algorithms. */
test('crc64nvme computes CRC-64/NVME of bytes that come in pieces', () => {
  const sum = crc64nvme()
  for (const piece of ['1234', '', '56789']) sum.update(Buffer.from(piece))
  assert.equal(Buffer.from(sum.base64(), 'base64').toString('hex'), 'ae8b14860a799888')
})
