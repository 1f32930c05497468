import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { isoImage } from './iso-image.ts'

const deadline = { timeout: 20_000 }
const isoinfoMissing =
  spawnSync('isoinfo', ['--version'], deadline).error && 'isoinfo (package genisoimage) is not installed'

const metaData = Buffer.from(JSON.stringify({ uuid: 'a', hostname: 'vm-1.novalocal' }))
const userData = Buffer.alloc(5000, 'x')
const longName = `${'long-'.repeat(12)}.txt`
const manyFiles = Array.from({ length: 60 }, (_, n): [string, Buffer] => [
  `openstack/content/${String(n).padStart(4, '0')}`,
  Buffer.from(`file ${n}`),
])
const files = new Map<string, Buffer>([
  ['openstack/latest/meta_data.json', metaData],
  ['openstack/latest/meta_data.jsonx', Buffer.from('two names with one short form')],
  ['openstack/latest/user_data', userData],
  ['openstack/2012-08-10/meta_data.json', metaData],
  ['ec2/latest/meta-data.json', Buffer.alloc(0)],
  [longName, Buffer.from('long')],
  ['grüße', Buffer.from('hello')],
  ...manyFiles,
])

describe('isoImage', () => {
  it('is made of whole sectors, carries its label, and is the same each time', () => {
    const image = isoImage({ volumeId: 'config-2', files })
    assert.equal(image.length % 2048, 0)
    assert.equal(image.toString('latin1', 32769, 32774), 'CD001')
    assert.equal(image.toString('latin1', 32808, 32840).trimEnd(), 'config-2')
    assert.equal(image.readUInt32LE(32768 + 80) * 2048, image.length)
    assert.deepEqual(isoImage({ volumeId: 'config-2', files }), image)
  })

  it('is at least 68 KiB long, for programs that search for a label', () => {
    const image = isoImage({ volumeId: 'config-2', files: new Map([['a', metaData]]) })
    assert.ok(image.length >= 68 * 1024)
  })

  it('refuses paths and labels that the format cannot represent', () => {
    const image = (path: string) => () => isoImage({ volumeId: 'v', files: new Map([[path, metaData]]) })
    assert.throws(image('a/../b'), /no file name/)
    assert.throws(image('/a'), /no file name/)
    assert.throws(image('x'.repeat(65)), /longer than/)
    assert.throws(image('a/b/c/d/e/f/g/h/i'), /deeper than/)
    assert.throws(() => isoImage({ volumeId: '', files }), /volume label/)
    const clash = new Map([
      ['a', metaData],
      ['a/b', metaData],
    ])
    assert.throws(() => isoImage({ volumeId: 'v', files: clash }), /which is a file/)
  })
})

describe('isoImage, read by isoinfo', { skip: isoinfoMissing }, () => {
  let folder = ''
  let path = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'iso-image-'))
    path = join(folder, 'config.iso')
    writeFileSync(
      path,
      isoImage({ volumeId: 'config-2', files, modifiedAt: new Date('2026-01-31T12:00:00Z') }),
    )
  })
  after(() => rmSync(folder, { recursive: true }))

  const isoinfo = (...args: string[]) => execFileSync('isoinfo', [...args, '-i', path], deadline)

  it('shows the label and both extensions', () => {
    const facts = isoinfo('-d').toString('latin1')
    assert.match(facts, /^Volume id: config-2$/m)
    assert.match(facts, /Joliet with UCS level 3 found/)
    assert.match(facts, /Rock Ridge signatures version 1 found/)
  })

  const hierarchies = [
    { extension: 'Rock Ridge', flags: ['-R'], encoding: 'utf8' },
    { extension: 'Joliet', flags: ['-J', '-j', 'iso8859-1'], encoding: 'latin1' },
  ] as const
  for (const { extension, flags, encoding } of hierarchies) {
    it(`lists every file by its real name through ${extension}, and nothing else`, () => {
      const listed = isoinfo('-f', ...flags)
        .toString(encoding)
        .trim()
        .split('\n')
      const directories = [
        'ec2',
        'ec2/latest',
        'openstack',
        'openstack/2012-08-10',
        'openstack/content',
        'openstack/latest',
      ]
      const expected = [...files.keys(), ...directories].map((name) => `/${name}`)
      // isoinfo shows the version that ends a Joliet name.
      assert.deepEqual(listed.map((name) => name.replace(/;1$/, '')).sort(), expected.sort())
    })
  }

  it('has the bytes of each file', () => {
    const read = (name: string) => isoinfo('-R', '-x', name)
    assert.deepEqual(read('/openstack/latest/user_data'), userData)
    assert.deepEqual(read('/openstack/latest/meta_data.json'), metaData)
    assert.equal(read('/openstack/latest/meta_data.jsonx').toString(), 'two names with one short form')
    assert.equal(read('/openstack/content/0059').toString(), 'file 59')
  })

  it('shows modes, links and dates', () => {
    const listing = isoinfo('-l', '-R').toString()
    assert.match(listing, /^dr-xr-xr-x\s+5\s+0\s+0\s+2048 Jan 31 2026 .* openstack\s*$/m)
    assert.match(listing, /^-r--r--r--\s+1\s+0\s+0\s+5000 Jan 31 2026 .* user_data\s*$/m)
  })
})
