import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { faultFiles } from '@nimbo/hypervisor-fake/fault-files'
import { assertNoOrphans } from '@nimbo/testkit/audit'
import type { Client } from '@nimbo/testkit/client'
import {
  type CloudOfProcesses,
  controllerRoles,
  startCloudOfProcesses,
} from '@nimbo/testkit/distributed-cloud'
import { configDirectories } from '@nimbo/testkit/distributed-config'
import { eventually } from '@nimbo/testing/eventually'
import { fakeDomains } from '@nimbo/testkit/fake-domains'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { missingServers } from '@nimbo/testing/missing-servers'
import { partsOf } from '@nimbo/testkit/server-parts'
import { bootServer, serverInStatus, showServer } from '@nimbo/testkit/servers'
import { signInByCatalog } from '@nimbo/testkit/sign-in-by-catalog'

const newest = { 'openstack-api-version': 'compute 2.93' }
/** Long enough for a killed host to be back or to count as down, even on a busy machine. */
const patience = { withinMs: 180_000 }

type Victim = 'the source host' | 'the destination host' | 'the controller'
const victims: readonly Victim[] = ['the source host', 'the destination host', 'the controller']

// Runs several processes, so that one of them can be killed.
describe('a server whose live migration is running when a process is killed', {
  skip: missingServers,
}, () => {
  const stack = new AsyncDisposableStack()
  let cloud: CloudOfProcesses
  let admin: Client
  let server: { flavorRef: string; imageRef: string; networks: { uuid: string }[] }

  before(async () => {
    cloud = stack.use(await startCloudOfProcesses({ hostsPerCell: 2, together: [controllerRoles] }))
    admin = await signInByCatalog(cloud.identityUrl, {
      ...{ username: 'admin', password: cloud.adminPassword, project: 'admin' },
    })
    const { id: uuid } = await makeNetwork(admin)
    server = { flavorRef: await makeFlavor(admin), imageRef: await makeImage(admin), networks: [{ uuid }] }
  })
  after(() => stack.disposeAsync())

  const hostOf = async (id: string): Promise<string> =>
    String((await showServer(admin, id))['OS-EXT-SRV-ATTR:host'])

  /** Domain, allocation and port of a server are on the host that Nova shows. */
  const assertWhole = async (id: string): Promise<void> => {
    const shown = await showServer(admin, id)
    assert.deepEqual([shown.status, shown['OS-EXT-STS:task_state']], ['ACTIVE', null])
    const host = await hostOf(id)
    const domains = await Promise.all(
      cloud.hosts.map(async (name) =>
        (await fakeDomains(`${cloud.directory}/hosts/${name}/fake-hypervisor`))
          .filter((domain) => domain.id === id)
          .map(() => name),
      ),
    )
    assert.deepEqual(domains.flat(), [host])
    const { allocations, ports } = await partsOf({ admin, directory: cloud.directory }, id)
    assert.equal(Object.keys(allocations).length, 1)
    assert.deepEqual(
      ports.map((port) => port['binding:host_id']),
      [host],
    )
  }

  for (const victim of victims)
    it(`ends ACTIVE with all its parts on one host after ${victim} is killed`, async () => {
      const id = await bootServer(admin, server)
      await serverInStatus(admin, id, 'ACTIVE')
      const source = await hostOf(id)
      const release = await faultFiles(configDirectories(cloud.directory).faults).hold('live-migrate')
      const asked = { 'os-migrateLive': { block_migration: 'auto', host: null } }
      assert.equal((await admin.compute.post(`/servers/${id}/action`, asked, newest)).status, 202)
      await eventually(async () => {
        const { body } = await admin.compute.get(`/servers/${id}/migrations`, newest)
        assert.equal(body.migrations[0]?.status, 'running')
      })
      const killed = cloud.processes.find(({ host }) =>
        victim === 'the controller'
          ? host === undefined
          : host !== undefined && (victim === 'the source host') === (host === source),
      )
      assert.ok(killed)
      const starts = killed.starts()
      killed.kill('SIGKILL')
      await eventually(() => assert.notEqual(killed.starts(), starts), patience)
      await cloud.ready()
      await release()
      await eventually(async () => {
        const { body } = await admin.compute.get(`/os-migrations?instance_uuid=${id}`, newest)
        assert.ok(['completed', 'error'].includes(body.migrations[0].status), body.migrations[0].status)
        await assertWhole(id)
      }, patience)
      await eventually(() => assertNoOrphans(admin), patience)
    })
})
