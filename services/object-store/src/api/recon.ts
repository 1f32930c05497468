import { readFile, statfs } from 'node:fs/promises'
import { loadavg } from 'node:os'
import type { HttpRequest, HttpResponse } from '@nimbo/http/message'
import { ok } from '@nimbo/http/reply'
import type { SwiftApp } from '../app/app.ts'
import { errors } from '../errors.ts'
import { swiftVersion } from './swift-version.ts'

const asked = /^\/recon\/(.+)$/

/** Whether a request is for recon figures. */
export const asksForRecon = ({ path }: Pick<HttpRequest, 'path'>): boolean => asked.test(path)

const memory = async (): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    (await readFile('/proc/meminfo', 'utf8')).split('\n').flatMap((line) => {
      const [, name, value] = /^([^:]+):\s+(.*)$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value] as const]
    }),
  )

const load = async (): Promise<Readonly<Record<string, unknown>>> => {
  const [, , , tasks = '', processes] = (await readFile('/proc/loadavg', 'utf8')).trim().split(' ')
  const [one = 0, five = 0, fifteen = 0] = loadavg()
  return { '1m': one, '5m': five, '15m': fifteen, tasks, processes: Number(processes) }
}

const placesOf = ({ policies }: SwiftApp): readonly string[] => [
  ...new Set(policies.flatMap(({ bytes }) => bytes.places ?? [])),
]

interface Disk {
  readonly device: string
  readonly mounted: boolean
  readonly size: number | ''
  readonly used: number | ''
  readonly avail: number | ''
}

/** The usage of each disk; the sizes of a disk that is not mounted are empty. */
const disks = (app: SwiftApp): Promise<readonly Disk[]> =>
  Promise.all(
    placesOf(app).map(async (device) => {
      try {
        const { bsize, blocks, bfree, bavail } = await statfs(device)
        const size = blocks * bsize
        return { device, mounted: true, size, used: size - bfree * bsize, avail: bavail * bsize }
      } catch {
        return { device, mounted: false, size: '', used: '', avail: '' }
      }
    }),
  )

const figures = async (app: SwiftApp, name: string): Promise<Readonly<Record<string, unknown>>> => ({
  [name]: (await app.reconFigures.find(name)) ?? null,
})

/** The figures, keyed by the last part of their path. */
const told: Readonly<Record<string, (app: SwiftApp) => Promise<unknown>>> = {
  mem: memory,
  load,
  version: async () => ({ version: swiftVersion }),
  time: async ({ clock }) => clock.now() / 1000,
  devices: async (app) => ({ '': placesOf(app) }),
  diskusage: disks,
  mounted: async (app) =>
    (await disks(app)).filter(({ mounted }) => mounted).map(({ device }) => ({ device, path: device })),
  unmounted: async (app) =>
    (await disks(app)).filter(({ mounted }) => !mounted).map(({ device, mounted }) => ({ device, mounted })),
  'auditor/object': (app) => figures(app, 'object_auditor_stats_ALL'),
  'expirer/object': async (app) =>
    (await app.reconFigures.find('object_expirer')) ?? {
      object_expiration_pass: null,
      expired_last_pass: null,
    },
  quarantined: async (app) =>
    (await app.reconFigures.find('quarantined')) ?? { accounts: 0, containers: 0, objects: 0 },
}

/** Serves recon figures, as Swift's storage servers do. Throws a 404 for an unknown figure, or if `[filter:recon]` is off. */
export const showRecon = async (app: SwiftApp, { method, path }: HttpRequest): Promise<HttpResponse> => {
  const tell = told[asked.exec(path)?.[1] ?? '']
  if (!tell || !app.config['filter:recon'].enabled) throw errors.NotFound()
  if (method !== 'GET') throw errors.MethodNotAllowed({ allow: 'GET' })
  return ok(await tell(app))
}
