import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openSecrets } from '@nimbo/cloud/secrets'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import type { Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

/** An HTTP service as an operator has one for dynamic vendor data; `asked` has the bodies of its requests. */
const openVendor = async () => {
  const asked: unknown[] = []
  let status = 200
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += String(part)))
    request.on('end', () => {
      asked.push(JSON.parse(text))
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"license":"42"}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    asked,
    url: `http://127.0.0.1:${port}/vendor`,
    fail: () => {
      status = 500
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

// Only in the embedded cloud, because this sets options of the services.
describe('vendor data', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let vendor: Awaited<ReturnType<typeof openVendor>>
  let cloud: TestCloud
  let ann: Client
  let server: { readonly imageRef: string; readonly flavorRef: string }

  before(async () => {
    directory = await temporaryDirectory()
    vendor = await openVendor()
    const file = join(directory.path, 'vendor.json')
    await writeFile(file, '{"motd":"welcome"}')
    cloud = await startTestCloud({
      environment: {
        OS_API__VENDORDATA_PROVIDERS: 'StaticJSON,DynamicJSON',
        OS_API__VENDORDATA_JSONFILE_PATH: file,
        OS_API__VENDORDATA_DYNAMIC_TARGETS: `join@${vendor.url}`,
        OS_API__VENDORDATA_DYNAMIC_FAILURE_FATAL: 'true',
        OS_API__METADATA_CACHE_EXPIRATION: '0',
        OS_API__CONFIG_DRIVE_SKIP_VERSIONS: '1.0 latest',
      },
    })
    ann = await cloud.person('ann')
    server = { imageRef: await makeImage(ann), flavorRef: await makeFlavor(cloud.admin) }
  })
  after(async () => {
    await cloud[Symbol.asyncDispose]()
    await vendor.close()
    await directory[Symbol.asyncDispose]()
  })

  const boot = (parts: object = {}) => bootServer(ann, { ...server, ...parts })
  const ask = async (id: string, page: string) => {
    const secret = (await openSecrets(cloud.state.file('secrets.json'))).get('metadata-proxy-secret')
    const signature = createHmac('sha256', `${secret}`).update(id).digest('hex')
    const headers = {
      ...{ 'x-instance-id': id, 'x-tenant-id': ann.projectId, 'x-instance-id-signature': signature },
    }
    const url = new URL(`/metadata/openstack/latest/${page}`, cloud.url)
    const reply = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) })
    return { status: reply.status, text: await reply.text() }
  }
  const everything = { join: { license: '42' }, static: { motd: 'welcome' } }

  it("consist of the operator's JSON file, and of what the operator's service answers about a server", async () => {
    const id = await boot({ metadata: { role: 'front' } })
    await serverInStatus(ann, id, 'ACTIVE')
    assert.deepEqual(JSON.parse((await ask(id, 'vendor_data.json')).text), everything.static)
    assert.deepEqual(vendor.asked, [], 'the service is not asked for static vendor data')
    assert.deepEqual(JSON.parse((await ask(id, 'vendor_data2.json')).text), everything)
    assert.deepEqual(vendor.asked, [
      {
        ...{ 'project-id': ann.projectId, 'instance-id': id, 'image-id': server.imageRef },
        ...{ 'user-data': null, hostname: 'web', metadata: { role: 'front' } },
      },
    ])
  })

  it('are on config drives, which omit the versions in config_drive_skip_versions', async () => {
    const id = await boot({ config_drive: true })
    await serverInStatus(ann, id, 'ACTIVE')
    const names = await readdir(cloud.directory, { recursive: true })
    const [drive] = names.filter((name) => name.includes(id) && name.endsWith('config'))
    assert.ok(drive, names.filter((name) => name.includes(id)).join())
    const bytes = await readFile(join(cloud.directory, drive), 'latin1')
    assert.ok(bytes.includes(JSON.stringify(everything)))
    assert.ok(bytes.includes('2007-01-19') && !bytes.includes('\x031.0'))
  })

  it("make a build fail when the operator's service fails and vendordata_dynamic_failure_fatal is set", async () => {
    vendor.fail()
    const { fault } = await serverInStatus(ann, await boot({ config_drive: true }), 'ERROR')
    assert.ok(fault)
  })
})
