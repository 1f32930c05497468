import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { rolesOf } from './cloud-role.ts'
import { run } from './run.ts'
import { serveSettings } from './serve/serve-settings.ts'
import { services } from './services.ts'
import { readerOf } from './settings.ts'

const defaults = serveSettings(services, { files: ['/dev/null'], directories: [] }, {})
const roles = rolesOf(services)

const loadedCode = fileURLToPath(new URL('loaded-code.testing.ts', import.meta.url))

/** Files of services, relative to `services/`. */
interface Loaded {
  readonly known: readonly string[]
  readonly started: readonly string[]
  /** The number of files by library. */
  readonly libraries: Readonly<Record<string, number>>
}

/** A library with more files must be packed (tools/install/packed-libraries.ts), since each file slows down every start. */
const mostFiles = 20

test('the roles have the names and ports of OpenStack', () => {
  const ports = Object.fromEntries(
    roles.flatMap(({ name, service, binding }) => {
      const bound = binding(readerOf(defaults, service.name))
      return bound ? [[name, bound.port]] : []
    }),
  )
  assert.deepEqual(ports, {
    keystone: 5000,
    'placement-api': 8778,
    'barbican-api': 9311,
    'glance-api': 9292,
    'neutron-server': 9696,
    'cinder-api': 8776,
    'nova-api': 8774,
    'nova-api-metadata': 8775,
    'nova-novncproxy': 6080,
    'nova-spicehtml5proxy': 6082,
    'nova-serialproxy': 6083,
    'swift-proxy': 8080,
    'swift-s3': 3333,
    'heat-api': 8004,
    'heat-api-cfn': 8000,
    horizon: 8010,
    'gnocchi-api': 8041,
    'aodh-api': 8042,
    'ceilometer-api': 8777,
  })
  const others = roles.filter(({ kind }) => kind !== 'api').map(({ name, kind }) => `${name}: ${kind}`)
  assert.deepEqual(others.sort(), [
    'aodh-evaluator: worker',
    'aodh-listener: worker',
    'aodh-notifier: worker',
    'ceilometer-notification: worker',
    'ceilometer-polling: worker',
    'cinder-backup: agent',
    'cinder-scheduler: worker',
    'cinder-volume: agent',
    'gnocchi-metricd: worker',
    'heat-engine: worker',
    'neutron-l3-agent: agent',
    'neutron-linuxbridge-agent: agent',
    'nova-compute: agent',
    'nova-conductor: worker',
    'nova-scheduler: worker',
    'swift-expirer: worker',
  ])
})

test('names, types and mounts of services and names and ports of roles are unique', () => {
  const all = [
    services.map(({ name }) => name),
    services.map(({ type }) => type),
    services.map(({ mount }) => mount),
    roles.map(({ name }) => name),
    roles.flatMap(({ listens }) => listens?.port ?? []),
  ]
  for (const each of all) assert.equal(new Set<unknown>(each).size, each.length, each.join(' '))
})

test('importing the list of services loads only their options; starting a role loads its service', async () => {
  await using home = await temporaryDirectory()
  const { code, stdout, stderr } = await run(process.execPath, [loadedCode, home.path], { timeoutMs: 60_000 })
  assert.equal(code, 0, stderr)
  const { known, started, libraries }: Loaded = JSON.parse(stdout)
  // Options may use pure rules of `domain/`, which import nothing.
  const isLight = (path: string): boolean => /\/(service|config|[a-z-]*options|domain\/.*)\.ts$/.test(path)
  assert.deepEqual([known.length > services.length, known.filter((path) => !isLight(path))], [true, []])
  assert.ok(started.includes('compute/src/roles/nova-compute.ts'))
  assert.deepEqual(
    started.filter((path) => !path.startsWith('compute/')),
    [],
  )
  assert.deepEqual(
    Object.entries(libraries).filter(([, files]) => files > mostFiles),
    [],
  )
})
