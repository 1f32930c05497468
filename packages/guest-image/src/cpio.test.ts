import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ArchiveEntry, cpioArchive } from './cpio.ts'

/** Reads an archive back, by the format's own description. */
const membersOf = (archive: Buffer) => {
  const members: { path: string; mode: number; content: string }[] = []
  for (let at = 0; ; ) {
    assert.equal(archive.toString('latin1', at, at + 6), '070701')
    const field = (index: number) =>
      Number.parseInt(archive.toString('latin1', at + 6 + 8 * index, at + 14 + 8 * index), 16)
    const [mode, size, nameSize] = [field(1), field(6), field(11)]
    const path = archive.toString('utf8', at + 110, at + 110 + nameSize - 1)
    const contentAt = Math.ceil((at + 110 + nameSize) / 4) * 4
    if (path === 'TRAILER!!!') return members
    members.push({ path, mode, content: archive.toString('utf8', contentAt, contentAt + size) })
    at = Math.ceil((contentAt + size) / 4) * 4
  }
}

const entries: readonly ArchiveEntry[] = [
  { kind: 'directory', path: 'bin' },
  { kind: 'file', path: 'bin/a', content: Buffer.from('odd'), executable: true },
  { kind: 'file', path: 'grüße', content: Buffer.from(''), executable: false },
  { kind: 'link', path: 'bin/sh', target: 'a' },
]

describe('cpioArchive', () => {
  it('holds every entry with its mode and content', () => {
    assert.deepEqual(membersOf(cpioArchive(entries)), [
      { path: 'bin', mode: 0o040755, content: '' },
      { path: 'bin/a', mode: 0o100755, content: 'odd' },
      { path: 'grüße', mode: 0o100644, content: '' },
      { path: 'bin/sh', mode: 0o120777, content: 'a' },
    ])
  })

  it('is the same for the same entries', () => {
    assert.deepEqual(cpioArchive(entries), cpioArchive(entries))
  })
})
