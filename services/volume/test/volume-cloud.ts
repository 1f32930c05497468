import { randomUUID } from 'node:crypto'
import type { Bus } from '@nimbo/bus/bus'
import { memoryBus } from '@nimbo/bus/memory'
import { bytesOf, type HttpResponse, streamOf } from '@nimbo/http/message'
import { json } from '@nimbo/http/reply'
import type { OutgoingRequest, Transport } from '@nimbo/http/transport'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { failureDetector } from '@nimbo/service/failure-detector'
import { roleLog } from '@nimbo/service/role-log'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { tokenInvalidations } from '@nimbo/service/token-invalidations'
import type { Loose } from '@nimbo/testing/loose'
import { testDatabases } from '@nimbo/testing/test-databases'
import type { SpanReader } from '@nimbo/trace/span-table'
import type { Kysely } from 'kysely'
import { type CinderConfig, defaultCinderConfig } from '../src/config.ts'
import type { VolumeTables } from '../src/db/tables.ts'
import type { BackupStore } from '../src/driver/backup-store.ts'
import type { VolumeBackend } from '../src/driver/volume-backend.ts'
import { migrations } from '../src/migrations.ts'
import { startCinderApi } from '../src/roles/cinder-api.ts'
import { startCinderBackup } from '../src/roles/cinder-backup.ts'
import { startCinderScheduler } from '../src/roles/cinder-scheduler.ts'
import { startCinderVolume } from '../src/roles/cinder-volume.ts'

export interface Reply {
  readonly status: number
  readonly body: Loose
  readonly headers: Readonly<Record<string, string>>
}

export interface Asked {
  readonly as?: string
  readonly version?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface ServerEvent {
  readonly name: string
  readonly server_uuid: string
  readonly tag: string
}

/** The volume service alone, with any number of API and scheduler processes; tokens have the form `user:project`. */
export interface VolumeCloud<Backend extends VolumeBackend = VolumeBackend> extends AsyncDisposable {
  readonly backend: Backend
  /** The external events that Nova received. */
  readonly events: readonly ServerEvent[]
  /** Images that were created from volumes, by id; a test may add others. */
  readonly images: Map<string, MadeImage>
  /** The attachments by which servers have volumes, as Nova knows them: ids by `server/volume`. */
  readonly held: Map<string, string>
  /** The message bus of the service. */
  readonly bus: Bus
  /** Requests go to the API processes in turn. */
  send(method: string, path: string, body?: unknown, asked?: Asked): Promise<Reply>
  /** The database of the service. */
  database(): Promise<Kysely<VolumeTables>>
  /** Starts another scheduler on the same host. */
  addScheduler(): Promise<void>
  /** Runs `meanwhile` as if after an outage, with the last heartbeat of the volume host long ago; then restarts the host. */
  beforeHostIsHeardOf(meanwhile: () => Promise<unknown>): Promise<void>
  /** Like `beforeHostIsHeardOf`, as if shortly after the start of a cloud: no back end has reported yet. */
  beforeAnyHostIsHeardOf(meanwhile: () => Promise<unknown>): Promise<void>
  settled(): Promise<void>
  /** Also waits until all notifications so far have been delivered. */
  told(): Promise<void>
}

export const image = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'cirros',
  status: 'active',
  disk_format: 'raw',
  container_format: 'bare',
  size: 5,
  virtual_size: null,
  min_disk: 1,
  min_ram: 64,
  checksum: 'abc',
  os_distro: 'cirros',
}

interface MadeImage {
  readonly record: Readonly<Record<string, unknown>>
  readonly bytes?: string
}

/** Records created images: the record first, then the data. */
const madeImages = async (
  { images, whenImageIsMade }: Neighbours,
  { method, path, body }: OutgoingRequest,
): Promise<HttpResponse> => {
  const [, , , id = '', file] = path.split('/')
  const known = images.get(id)
  if (method === 'POST') {
    const record = { id: randomUUID(), ...JSON.parse((await bytesOf(body)).toString()), status: 'queued' }
    images.set(record.id, { record })
    await whenImageIsMade()
    return json(201, record)
  }
  if (!known) return json(404, { message: 'No image found' })
  if (method === 'DELETE') images.delete(id)
  else if (file === 'file')
    images.set(id, {
      record: { ...known.record, status: 'active' },
      bytes: (await bytesOf(body)).toString(),
    })
  return method === 'GET' ? json(200, known.record) : { status: 204, headers: {} }
}

interface Neighbours {
  readonly events: ServerEvent[]
  readonly images: Map<string, MadeImage>
  readonly held: ReadonlyMap<string, string>
  readonly whenImageIsMade: () => Promise<unknown>
}

/** Nova's reply about a volume of a server. */
const heldVolume = (held: Neighbours['held'], path: string): HttpResponse => {
  const [, serverId = '', volumeId = ''] = /servers\/(.*)\/os-volume_attachments\/(.*)/.exec(path) ?? []
  const attachment_id = held.get(`${serverId}/${volumeId}`)
  if (attachment_id === undefined) return json(404, { message: 'No volume found' })
  const attached = { serverId, volumeId, device: '/dev/vdb', tag: null, delete_on_termination: false }
  return json(200, { volumeAttachment: { ...attached, attachment_id, bdm_uuid: null } })
}

/** Fakes of Keystone, Glance and Nova, as far as the volume service calls them; `events` collects Nova's external events. */
const neighbours = (known: Neighbours): Transport => ({
  send: async (serviceType, request) => {
    const { events, held } = known
    const { path, body } = request
    if (
      serviceType === 'image' &&
      path !== `/v2/images/${image.id}` &&
      path !== `/v2/images/${image.id}/file`
    )
      return madeImages(known, request)
    if (serviceType === 'identity') {
      const token = { expires_at: new Date(systemClock.now() + 3_600_000).toISOString() }
      return json(201, { token }, { 'x-subject-token': 'cinder' })
    }
    if (path === `/v2/images/${image.id}`) return json(200, image)
    if (path === `/v2/images/${image.id}/file`) return { status: 200, headers: {}, body: streamOf('bytes') }
    if (path === '/v2.1/os-server-external-events') {
      const told: { readonly events: readonly ServerEvent[] } = JSON.parse((await bytesOf(body)).toString())
      events.push(...told.events)
      return json(200, told)
    }
    if (serviceType === 'compute') return heldVolume(held, path)
    return json(404, { message: 'No image found' })
  },
})

const noTraces: SpanReader = {
  spansOf: async () => [],
} as unknown as SpanReader

interface VolumeCloudOptions {
  readonly processes?: number
  readonly policyYaml?: string
  readonly config?: (config: CinderConfig) => CinderConfig
  /** Further back ends. */
  readonly more?: readonly VolumeBackend[]
  /** The backup store; without one, `cinder-backup` does not run. */
  readonly store?: BackupStore
  /** What happens once Glance has recorded an image, before it answers. */
  readonly whenImageIsMade?: () => Promise<unknown>
}

const noStore = (): never => {
  throw new Error('this cloud has no store of backups')
}

export const startVolumeCloud = async <Backend extends VolumeBackend>(
  backend: Backend,
  {
    processes = 1,
    policyYaml,
    config: changed = (config) => config,
    more = [],
    store,
    whenImageIsMade = async () => undefined,
  }: VolumeCloudOptions = {},
): Promise<VolumeCloud<Backend>> => {
  const bus = memoryBus()
  const events: ServerEvent[] = []
  const held = new Map<string, string>()
  const images = new Map<string, MadeImage>()
  const databases = testDatabases()
  const host: ServiceHost = {
    clock: systemClock,
    log: silentLog,
    logThreshold: { level: 'info' },
    bus,
    transport: neighbours({ events, images, held, whenImageIsMade }),
    spans: { record: () => {} },
    traces: noTraces,
    silentBefore: failureDetector(systemClock).silentBefore,
    tokenInvalidations: tokenInvalidations(),
    openDatabase: databases.openDatabase,
    openBus: async () => bus,
    directory: async () => '/nonexistent',
    credentials: (username) => ({ username, password: 'p', projectName: 'service', domainName: 'Default' }),
    identityUri: 'http://identity',
    override: (_, file) =>
      file === 'api-paste.ini'
        ? `
[composite:cinder]
/: apiversions
/v3: v3
[pipeline:apiversions]
pipeline = request_id faultwrap osvolumeversionapp
[pipeline:v3]
pipeline = request_id faultwrap sizelimit noauth2 apiv3
`
        : policyYaml,
  }
  const defaults = defaultCinderConfig()
  const config = changed({ ...defaults, DEFAULT: { ...defaults.DEFAULT, host: 'one' } })
  const asRole = (): ServiceHost => ({ ...host, ...roleLog(host, {}) })
  const roles: RunningService[] = []
  for (let number = 0; number < processes; number += 1) {
    roles.push(await startCinderApi(asRole(), { config }))
    roles.push(await startCinderScheduler(asRole(), { config }))
  }
  const drivers = {
    volume: async () => [backend, ...more],
    backup: async () => store ?? noStore(),
  }
  const startVolumeHost = () => startCinderVolume(asRole(), { config, drivers })
  let volumeHost = await startVolumeHost()
  roles.push(volumeHost)
  if (store) roles.push(await startCinderBackup(asRole(), { config, drivers }))
  for (const role of roles) await role.begin()
  const doors = roles.flatMap(({ api }) => api ?? [])
  let asked = 0
  const settled = async () => {
    for (let look = 0; look < 2; look += 1) {
      await bus.idle()
      for (const role of roles) await role.settled()
    }
  }
  const whileHostIsAway = async (work: (db: Kysely<VolumeTables>) => Promise<unknown>): Promise<void> => {
    await volumeHost.stop()
    await work(await host.openDatabase<VolumeTables>('cinder', migrations))
    volumeHost = await startVolumeHost()
    roles.push(volumeHost)
    await volumeHost.begin()
  }
  return {
    backend,
    bus,
    events,
    held,
    images,
    send: async (method, path, body, { as = 'ann:apples', version, headers } = {}) => {
      const [pathname = '', query = ''] = path.split('?')
      const api = doors[asked++ % doors.length]
      if (!api) throw new Error('the volume service offers no API')
      const reply = await api({
        method,
        path: pathname,
        mount: '/volume',
        origin: 'http://cloud',
        query: new URLSearchParams(query),
        headers: {
          'x-auth-token': as,
          ...(version ? { 'openstack-api-version': `volume ${version}` } : {}),
          ...headers,
        },
        body: streamOf(body === undefined ? undefined : JSON.stringify(body)),
        remoteAddress: '127.0.0.1',
        state: { requestId: '' },
      })
      const text = (await bytesOf(reply.body)).toString()
      return {
        status: reply.status,
        headers: reply.headers,
        body: text === '' ? undefined : JSON.parse(text),
      }
    },
    database: () => host.openDatabase<VolumeTables>('cinder', migrations),
    addScheduler: async () => {
      const scheduler = await startCinderScheduler(asRole(), { config })
      roles.push(scheduler)
      await scheduler.begin()
    },
    beforeHostIsHeardOf: (meanwhile) =>
      whileHostIsAway(async (db) => {
        const longAgo = '2000-01-01T00:00:00.000Z'
        await db
          .updateTable('services')
          .set({ reported_at: longAgo })
          .where('binary', '=', 'cinder-volume')
          .execute()
        await meanwhile()
      }),
    beforeAnyHostIsHeardOf: (meanwhile) =>
      whileHostIsAway(async (db) => {
        await db.deleteFrom('services').where('binary', '=', 'cinder-volume').execute()
        await meanwhile()
      }),
    settled,
    told: async () => {
      await settled()
      await bus.idle()
    },
    [Symbol.asyncDispose]: async () => {
      for (const role of roles.toReversed()) await role.stop()
      await bus.close()
      await databases.close()
    },
  }
}

/** Adds the image that Nova makes of a server with a volume as its root disk: no data, but the snapshot of the volume. */
export const addServerImage = ({ images }: VolumeCloud, snapshot_id: string): string => {
  const id = randomUUID()
  const disk = { source_type: 'snapshot', destination_type: 'volume', boot_index: 0, snapshot_id }
  images.set(id, { record: { ...image, id, size: 0, block_device_mapping: JSON.stringify([disk]) } })
  return id
}

/** Creates a volume, waits until it is available, and returns its id. */
export const makeVolume = async (
  cloud: VolumeCloud,
  volume: Readonly<Record<string, unknown>> = {},
  asked: Asked = {},
): Promise<string> => {
  const { status, body } = await cloud.send('POST', '/v3/volumes', { volume: { size: 1, ...volume } }, asked)
  if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`)
  await cloud.settled()
  return body.volume.id as string
}
