import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { rowsOf, runManage } from './managed-cells.testing.ts'
import { type OperatedCloud, operatedCloud } from './operated-cloud.testing.ts'

let operated: OperatedCloud
let serviceId: string

const admin = () => operated.cloud.admin
const migrate = (...words: readonly string[]) =>
  operated.manage('limits', 'migrate_to_unified_limits', ...words)

interface Shown {
  readonly resource_name: string
  readonly default_limit: number
  readonly resource_limit: number
  readonly region_id: string | null
}

const registered = async (): Promise<Readonly<Record<string, number>>> => {
  const { body } = await admin().identity.get(`/v3/registered_limits?service_id=${serviceId}`)
  return Object.fromEntries(
    body.registered_limits.map(({ resource_name, default_limit }: Shown) => [resource_name, default_limit]),
  )
}

const register = async (resource_name: string, default_limit: number): Promise<void> => {
  const registered_limits = [{ service_id: serviceId, resource_name, default_limit }]
  assert.equal((await admin().identity.post('/v3/registered_limits', { registered_limits })).status, 201)
}

before(async () => {
  operated = await operatedCloud()
  serviceId = (await admin().identity.get('/v3/services?type=compute')).body.services[0].id
  const quota_class_set = { cores: 33, key_pairs: -1 }
  await admin().compute.put('/os-quota-class-sets/default', { quota_class_set })
  const quota_set = { instances: 7, cores: 8 }
  await admin().compute.put(`/os-quota-sets/${admin().projectId}`, { quota_set })
})
after(() => operated[Symbol.asyncDispose]())

describe('nimbo manage limits migrate_to_unified_limits', () => {
  it('prints what it would create with --dry-run, and creates nothing', async () => {
    const { code, said, complained } = await migrate('--dry-run')
    assert.deepEqual([code, complained], [3, ''])
    assert.match(said, /^\[dry-run\] Would create default limit class:VCPU = 33$/m)
    assert.deepEqual(rowsOf(said), [['class:DISK_GB', 'missing']])
    assert.deepEqual(await registered(), {})
  })

  it('copies default limits, except existing ones, and exits with 3 until all classes have one', async () => {
    await register('class:MEMORY_MB', 1234)
    const first = await migrate()
    assert.deepEqual([first.code, first.complained], [3, ''])
    assert.deepEqual(await registered(), {
      ...{ servers: 10, 'class:VCPU': 33, 'class:PCPU': 33, 'class:MEMORY_MB': 1234 },
      ...{ server_metadata_items: 128, server_injected_files: 5, server_injected_file_content_bytes: 10_240 },
      ...{ server_injected_file_path_bytes: 255, server_key_pairs: -1 },
      ...{ server_groups: 10, server_group_members: 10 },
    })
    await register('class:DISK_GB', 500)
    assert.deepEqual(await migrate(), {
      ...{ code: 0, said: 'All resource classes have registered limits.\n', complained: '' },
    })
    const verbose = await migrate('--verbose')
    assert.match(verbose.said, /^default limit class:MEMORY_MB = 1234 exists already$/m)
    assert.match(verbose.said, /\| class:DISK_GB +\| 500 +\|/)
    assert.deepEqual(await migrate('--quiet'), { code: 0, said: '', complained: '' })
  })

  it('copies the limits of a project, and those of a region', async () => {
    const { projectId } = admin()
    assert.equal((await migrate('--project-id', projectId, '--quiet')).code, 0)
    const limitsOf = async (): Promise<readonly Shown[]> =>
      (await admin().identity.get(`/v3/limits?project_id=${projectId}`)).body.limits
    assert.deepEqual(
      Object.fromEntries((await limitsOf()).map((one) => [one.resource_name, one.resource_limit])),
      { servers: 7, 'class:VCPU': 8, 'class:PCPU': 8 },
    )
    assert.equal((await migrate('--project-id', projectId, '--quiet')).code, 0)
    assert.equal((await limitsOf()).length, 3)
    assert.equal((await migrate('--region-id', 'RegionOne', '--quiet')).code, 3)
    const { body } = await admin().identity.get('/v3/registered_limits?region_id=RegionOne')
    assert.equal(body.registered_limits.length, 11)
  })

  it('scans flavors, and those stored with servers unless told not to', async () => {
    const imageRef = await makeImage(admin())
    const gpu = { name: 'gpu', extraSpecs: { 'resources:CUSTOM_LICENCE': '0' } }
    const flavorRef = await makeFlavor(admin(), gpu)
    const id = await bootServer(admin(), { imageRef, flavorRef })
    await serverInStatus(admin(), id, 'ACTIVE')
    const offered = await migrate()
    assert.deepEqual([offered.code, rowsOf(offered.said)], [3, [['class:CUSTOM_LICENCE', 'missing']]])
    assert.equal((await admin().compute.delete(`/flavors/${flavorRef}`)).status, 202)
    assert.equal((await migrate('--no-embedded-flavor-scan')).code, 0)
    const used = await migrate()
    assert.deepEqual([used.code, rowsOf(used.said)], [3, [['class:CUSTOM_LICENCE', 'missing']]])
    assert.equal((await migrate('--project-id', 'another')).code, 0)
  })

  it('exits with 1 if a limit cannot be created or options contradict, and with 2 without a database', async () => {
    assert.equal((await migrate('--verbose', '--quiet')).code, 1)
    const nowhere = await migrate('--region-id', 'nowhere')
    assert.equal(nowhere.code, 1)
    assert.match(nowhere.complained, /^nimbo: default limit servers could not be created: /)
    await using home = await temporaryDirectory()
    const connection = `sqlite:${join(home.path, 'nothing', 'nova_api.db')}`
    await writeFile(
      join(home.path, 'nova.conf'),
      `[database]\nmax_retries = 0\n[api_database]\nconnection = ${connection}\n`,
    )
    const words = ['limits', 'migrate_to_unified_limits', '--config-dir', home.path]
    assert.equal((await runManage(words)).code, 2)
  })
})
