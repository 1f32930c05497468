import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { loadConfig } from '@nimbo/config/load-config'
import { loneServiceHost, type StoryRequest, speakTo } from '@nimbo/testing/lone-service'
import { shiftedClock } from '@nimbo/testing/shifted-clock'
import { barbicanOptions } from '../src/config.ts'
import { migrations } from '../src/db/migrations.ts'
import type { KeyTables } from '../src/db/tables.ts'
import { startBarbicanApi } from '../src/roles/barbican-api.ts'

const member = ['member', 'reader']

const tokens = {
  admin: { userId: 'admin', projectId: 'admin', roles: ['admin', ...member] },
  ann: { userId: 'ann', projectId: 'web', roles: member },
  abe: { userId: 'abe', projectId: 'web', roles: member },
  bob: { userId: 'bob', projectId: 'shop', roles: member },
}

interface KeyStoryOptions {
  /** Where databases and keys are stored; by default in memory, with a configured key. */
  readonly home?: string
  readonly settings?: Readonly<Record<string, string>>
}

/** The key manager alone. */
export const startKeyStory = async ({ home, settings = {} }: KeyStoryOptions = {}) => {
  const clock = shiftedClock()
  const host = loneServiceHost({ tokens, clock, ...(home === undefined ? {} : { home }) })
  const kek = randomBytes(32).toString('base64')
  const env = { ...(home === undefined ? { OS_SIMPLE_CRYPTO_PLUGIN__KEK: kek } : {}), ...settings }
  const config = loadConfig({ files: [], env, options: barbicanOptions })
  const api = await startBarbicanApi(host, { config })
  assert.ok(api.api)
  const speak = speakTo(api.api, '/key-manager')
  const send = (
    method: string,
    path: string,
    json?: unknown,
    { as = 'ann', ...request }: StoryRequest & { readonly as?: keyof typeof tokens } = {},
  ) => speak(method, path, { token: as, ...request, ...(json === undefined ? {} : { json }) })
  return {
    clock,
    send,
    /** The path of the created resource. */
    made: async (...request: Parameters<typeof send>): Promise<string> => {
      const reply = await send(...request)
      assert.ok(reply.status < 300, JSON.stringify(reply.body))
      const [ref] = Object.values(reply.body)
      return new URL(String(ref)).pathname.replace('/key-manager', '')
    },
    database: () => host.openDatabase<KeyTables>('barbican', migrations),
    stop: async () => {
      await api.stop()
      await host.close()
    },
  }
}
