import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { masterBootRecord } from './partition-table.ts'

const partition = { type: 0x83, bootable: true, firstSector: 2048, sectors: 0x12345678 }

describe('masterBootRecord', () => {
  it('has boot code, entries and the boot signature', () => {
    const record = masterBootRecord(Buffer.alloc(440, 1), [partition])
    assert.equal(record.length, 512)
    assert.equal(record[439], 1)
    assert.equal(record.toString('hex', 446, 462), '80feffff83feffff0008000078563412')
    assert.equal(record.toString('hex', 462, 510), '00'.repeat(48))
    assert.equal(record.toString('hex', 510), '55aa')
  })

  it('refuses boot code or partitions that do not fit', () => {
    assert.throws(() => masterBootRecord(Buffer.alloc(441), []), /does not fit into 440/)
    assert.throws(() => masterBootRecord(Buffer.alloc(1), Array(5).fill(partition)), /5 partitions/)
  })
})
