import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ownTls } from './own-authority.ts'

const names = ['localhost', '127.0.0.1', '::1', 'cloud.example']
const yearMs = 365 * 86_400_000

describe('the certificate of a cloud of one process', () => {
  let root = ''
  const state = {
    directory: async (name: string): Promise<string> => {
      await mkdir(join(root, name), { recursive: true })
      return join(root, name)
    },
  }
  const now = Date.parse('2026-11-01T00:00:00Z')
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'nimbo-tls-'))
  })
  after(() => rm(root, { recursive: true, force: true }))

  it('is signed by its own authority, and valid for all given names and addresses', async () => {
    const { server, authorityFile } = await ownTls(state, names, now)
    const certificate = new X509Certificate(server.cert)
    const authority = new X509Certificate(await readFile(authorityFile, 'utf8'))
    assert.ok(certificate.verify(authority.publicKey))
    assert.ok(certificate.checkIssued(authority))
    assert.equal(authority.ca, true)
    assert.equal(certificate.ca, false)
    assert.ok(certificate.checkHost('cloud.example'))
    assert.ok(certificate.checkIP('::1'))
    assert.equal(certificate.checkIP('192.0.2.1'), undefined)
  })

  it('has key files that only their owner can read', async () => {
    for (const key of ['ca.key', 'server.key'])
      assert.equal((await stat(join(root, 'tls', key))).mode & 0o777, 0o600)
  })

  it('is the same at the next start', async () => {
    const [first, second] = [await ownTls(state, names, now), await ownTls(state, names, now)]
    assert.equal(first.server.cert, second.server.cert)
  })

  it('is reissued by the same authority for a new name, before it expires, and if its key is damaged', async () => {
    const { server, authorityFile } = await ownTls(state, names, now)
    const authority = await readFile(authorityFile, 'utf8')
    const renamed = await ownTls(state, ['192.0.2.1'], now)
    assert.notEqual(renamed.server.cert, server.cert)
    assert.ok(new X509Certificate(renamed.server.cert).checkIP('192.0.2.1'))
    const later = await ownTls(state, ['192.0.2.1'], now + yearMs + 10 * 86_400_000)
    assert.notEqual(later.server.cert, renamed.server.cert)
    await writeFile(join(root, 'tls', 'server.key'), 'nothing')
    const mended = await ownTls(state, ['192.0.2.1'], now + yearMs)
    assert.notEqual(mended.server.cert, later.server.cert)
    assert.equal(await readFile(authorityFile, 'utf8'), authority)
  })
})
