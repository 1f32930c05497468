import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import type { Client } from '@nimbo/testkit/client'
import type { FaultCloud } from './fault-cloud.ts'
import { contentBytes, contentOf } from './kept-volumes.ts'

const run = promisify(execFile)
const [user, password] = ['keeper', 'keeper-secret'] as const
const domain = { id: 'default' }

/** Request headers of a user in the project that owns the keys of volumes. */
const keeperOf = async ({ identity }: Client): Promise<Record<string, string>> => {
  const named = async (kind: string, name: string) =>
    (await identity.get(`/v3/${kind}?name=${name}`)).body[kind][0]?.id
  const project = await named('projects', 'service')
  if ((await named('users', user)) === undefined) {
    const { body } = await identity.post('/v3/users', { user: { name: user, password } })
    const role = await named('roles', 'member')
    const granted = await identity.put(`/v3/projects/${project}/users/${body.user.id}/roles/${role}`)
    assert.equal(granted.status, 204)
  }
  const methods = { methods: ['password'], password: { user: { name: user, password, domain } } }
  const auth = { identity: methods, scope: { project: { id: project } } }
  const { headers } = await identity.post('/v3/auth/tokens', { auth })
  return { 'x-auth-token': headers.get('x-subject-token') ?? '' }
}

/** The size of the LUKS header before the encrypted data. */
const headerBytes = 2_097_152

/** The first bytes of a volume as a guest sees them, decrypted if the volume is encrypted; decrypting all of it would take too long. */
export const clearContentOf = async (cloud: FaultCloud, volumeId: string): Promise<Uint8Array> => {
  const { volume, 'key-manager': keys } = cloud.admin
  const { encryption_key_id: keyId } = (await volume.get(`/v3/volumes/${volumeId}/encryption`)).body
  if (!keyId) return contentOf(cloud, volumeId)
  const accept = { ...(await keeperOf(cloud.admin)), accept: 'application/octet-stream' }
  const key = await keys.get(`/v1/secrets/${keyId}/payload`, accept)
  assert.equal(key.status, 200)
  await using home = await temporaryDirectory()
  const [locked, passphrase, clear] = ['locked', 'passphrase', 'clear'].map((name) => join(home.path, name))
  assert.ok(locked !== undefined && passphrase !== undefined && clear !== undefined)
  await writeFile(locked, await contentOf(cloud, volumeId, headerBytes + contentBytes))
  await writeFile(passphrase, key.body.toString('hex'))
  const secret = ['--object', `secret,id=lock,file=${passphrase}`]
  const disk = `driver=luks,key-secret=lock,file.driver=file,file.filename=${locked}`
  await run('qemu-img', ['convert', ...secret, '--image-opts', disk, '-O', 'raw', clear])
  return Uint8Array.from(await readFile(clear))
}

/** Fails unless the keys of deleted volumes are deleted too. */
export const noKeyIsKept = async ({ admin }: FaultCloud): Promise<void> => {
  const { status, body } = await admin['key-manager'].get('/v1/secrets', await keeperOf(admin))
  assert.equal(status, 200)
  assert.deepEqual(body.secrets, [])
}
