import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ids } from '../../../test/cloud-things.ts'
import { startDoubleCloud } from '../../../test/double-cloud.ts'
import { runAgainst } from '../../../test/run-cli.ts'

/** The server in the body that a `server create` with these options sends. */
const sentBy = async (options: string) => {
  await using cloud = await startDoubleCloud()
  const { code, stderr } = await runAgainst(cloud, `server create --flavor m1.nano ${options} web`)
  assert.equal(code, 0, stderr)
  const sent = cloud.received.find(({ method, path }) => method === 'POST' && path.endsWith('/servers'))
  return JSON.parse(sent?.body ?? '').server
}

test('the NICs of a server are in the order of the options', async () => {
  const nics = `--port ${ids.port} --nic net-id=private,v4-fixed-ip=10.0.0.9 --network private --port ${ids.port}`
  assert.deepEqual((await sentBy(`--image tiny ${nics}`)).networks, [
    { port: ids.port },
    { uuid: ids.network, fixed_ip: '10.0.0.9' },
    { uuid: ids.network },
    { port: ids.port },
  ])
})

test('delete_on_termination of a block device takes every word for yes and no, and refuses others', async () => {
  const deletion = async (word: string) => {
    const device = `uuid=${ids.volume},source_type=volume,boot_index=0,delete_on_termination=${word}`
    return (await sentBy(`--block-device ${device}`)).block_device_mapping_v2[0].delete_on_termination
  }
  for (const word of ['true', 'True', 'yes', '1']) assert.equal(await deletion(word), true, word)
  for (const word of ['false', 'False', 'no', '0']) assert.equal(await deletion(word), false, word)

  await using cloud = await startDoubleCloud()
  const device = '--block-device source_type=blank,volume_size=1,delete_on_termination=maybe'
  const { code, stderr } = await runAgainst(
    cloud,
    `server create --flavor m1.nano --image tiny ${device} web`,
  )
  assert.equal(code, 2)
  assert.match(stderr, /delete_on_termination must be true or false, not 'maybe'/)
})
