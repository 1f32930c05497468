/** Only in the embedded shape: the storage of bytes is the same in both. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { type CephCluster, missingCeph, startCeph } from '@nimbo/testing/ceph-cluster'
import { type CephGateway, missingCephGateway, startCephGateway } from '@nimbo/testing/ceph-gateway'
import { eventually } from '@nimbo/testing/eventually'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

const clients = 8
/** The number of PUTs per client, on average, that must succeed before the disk dies, and again afterwards. */
const each = 4
/** A PUT waits until the cluster has detected the dead disk. */
const answerWithinMs = 120_000
const settledWithinMs = 120_000
const bucket = 'bytes-of-objects'
const mebibyte = 1_048_576

/** Every fourth object is sent to the storage in parts. */
const sizeOf = (number: number): number => (number % 4 === 3 ? 9 * mebibyte : 4096)

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

describe('objects with their bytes in a Ceph cluster of two disks', {
  skip: missingCeph() || missingCephGateway(),
}, () => {
  let ceph: CephCluster
  let gateway: CephGateway
  let cloud: TestCloud
  let engine: S3Client
  before(async () => {
    ceph = await startCeph({ osds: 2, pools: ['started'] })
    gateway = await startCephGateway(ceph)
    const { endpoint, accessKeyId, secretAccessKey } = gateway
    engine = new S3Client({
      ...{ endpoint, region: 'us-east-1', forcePathStyle: true },
      credentials: { accessKeyId, secretAccessKey },
    })
    cloud = await startTestCloud({
      environment: {
        OS_OBJECTS__DRIVER: 's3',
        OS_OBJECTS__S3_STORE_HOST: endpoint,
        OS_OBJECTS__S3_STORE_ACCESS_KEY: accessKeyId,
        OS_OBJECTS__S3_STORE_SECRET_KEY: secretAccessKey,
        OS_OBJECTS__S3_STORE_BUCKET: bucket,
        OS_OBJECTS__ABANDONED_AFTER: '5',
      },
    })
  })
  after(async () => {
    await cloud?.[Symbol.asyncDispose]()
    engine?.destroy()
    await gateway?.[Symbol.asyncDispose]()
    await ceph?.[Symbol.asyncDispose]()
  })

  const ask = (method: string, path: string, body?: Uint8Array<ArrayBuffer>): Promise<Response> =>
    fetch(`${cloud.url}/object-store/v1/AUTH_${cloud.admin.projectId}/box${path}`, {
      ...{
        method,
        headers: { 'x-auth-token': cloud.admin.token },
        signal: AbortSignal.timeout(answerWithinMs),
      },
      ...(body && { body }),
    })
  const listed = async (): Promise<string[]> =>
    (await (await ask('GET', '')).text()).split('\n').filter((name) => name !== '')

  /** The objects whose PUT succeeded, and the digests of what was sent. */
  const acknowledged = new Map<string, string>()
  let refused = 0

  const writeUntil = async (client: number, enough: () => boolean): Promise<void> => {
    for (let number = 0; !enough(); number += 1) {
      const name = `${client}/${acknowledged.size}-${number}`
      const bytes = randomBytes(sizeOf(number))
      const { status } = await ask('PUT', `/${name}`, bytes)
      if (status === 201) acknowledged.set(name, digestOf(bytes))
      else refused += 1
    }
  }

  const whatIsThere = async (): Promise<void> => {
    assert.deepEqual(await listed(), [...acknowledged.keys()].sort())
    for (const [name, digest] of acknowledged) {
      const answer = await ask('GET', `/${name}`)
      assert.equal(answer.status, 200, name)
      assert.equal(digestOf(new Uint8Array(await answer.arrayBuffer())), digest, name)
    }
  }

  it('are all readable, if their PUT succeeded, after one disk is killed while 8 clients write', async () => {
    assert.equal((await ask('PUT', '')).status, 201)
    let enough = clients * each
    let killed: Promise<void> | undefined
    const isEnough = (): boolean => {
      if (acknowledged.size < enough) return false
      if (killed) return true
      // The other clients are in the middle of their PUTs.
      killed = ceph.killOsd(1)
      enough = acknowledged.size + clients * each
      return false
    }
    await Promise.all(Array.from({ length: clients }, (_, client) => writeUntil(client, isEnough)))
    await killed
    assert.ok(acknowledged.size >= 2 * clients * each, `${refused} were refused`)
    await whatIsThere()
  })

  it('are all readable when the disk is back, and leave no bytes when they are deleted', async () => {
    ceph.startOsd(1)
    await whatIsThere()
    for (const name of await listed()) assert.equal((await ask('DELETE', `/${name}`)).status, 204)
    await eventually(
      async () => {
        const { KeyCount } = await engine.send(new ListObjectsV2Command({ Bucket: bucket }))
        assert.equal(KeyCount, 0)
        const { Uploads = [] } = await engine.send(new ListMultipartUploadsCommand({ Bucket: bucket }))
        assert.deepEqual(Uploads, [])
      },
      { withinMs: settledWithinMs, everyMs: 1000 },
    )
  })
})
