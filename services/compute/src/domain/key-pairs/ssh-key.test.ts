import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { generateSshKey, sshFingerprint } from './ssh-key.ts'

const hasSshKeygen = (() => {
  try {
    execFileSync('ssh-keygen', ['-?'], { stdio: 'ignore' })
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
})()

test('a fingerprint is 16 hexadecimal bytes, and text that is no key of its type has none', () => {
  const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl github'
  assert.match(sshFingerprint(key), /^([0-9a-f]{2}:){15}[0-9a-f]{2}$/)
  assert.throws(() => sshFingerprint('ssh-rsa bm90IGEga2V5'), { code: 'KeyPairInvalid' })
  assert.throws(() => sshFingerprint(key.replace('ssh-ed25519', 'ssh-rsa')), { code: 'KeyPairInvalid' })
})

test('OpenSSH reads a generated key and derives the same public key', { skip: !hasSshKeygen }, async () => {
  const { publicKey, privateKey } = await generateSshKey('Generated-by-Nova')
  const directory = mkdtempSync(join(tmpdir(), 'nimbo-key-'))
  try {
    const file = join(directory, 'key')
    writeFileSync(file, privateKey, { mode: 0o600 })
    const derived = execFileSync('ssh-keygen', ['-y', '-f', file]).toString().trim()
    assert.equal(derived.split(' ')[1], publicKey.split(' ')[1])
    const shown = execFileSync('ssh-keygen', ['-l', '-E', 'md5', '-f', file]).toString()
    assert.ok(shown.includes(sshFingerprint(publicKey)))
  } finally {
    rmSync(directory, { recursive: true })
  }
})
