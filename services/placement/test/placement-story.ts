import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { loneServiceHost, type StoryReply, type StoryRequest, speakTo } from '@nimbo/testing/lone-service'
import { defaultPlacementConfig } from '../src/config.ts'
import { startPlacementApi } from '../src/roles/placement-api.ts'

const tokens = {
  nova: { userId: 'nova', projectId: 'service', roles: ['admin', 'service'] },
  ann: { userId: 'ann', projectId: 'web', roles: ['member', 'reader'] },
}

interface ProviderParts {
  readonly parent?: string
  readonly inventories?: Readonly<Record<string, { readonly total: number } & Record<string, number>>>
  readonly traits?: readonly string[]
  readonly aggregates?: readonly string[]
}

/** Placement alone, called through its handler; by default as Nova in the newest microversion. */
export const startPlacementStory = async () => {
  const host = loneServiceHost({ tokens })
  const running = await startPlacementApi(host, { config: defaultPlacementConfig() })
  assert.ok(running.api)
  const speak = speakTo(running.api, '/placement')

  const send = (
    method: string,
    path: string,
    json?: unknown,
    { version = '1.39', token = 'nova' }: { version?: string; token?: keyof typeof tokens | 'stranger' } = {},
  ): Promise<StoryReply> =>
    speak(method, path, {
      headers: { 'openstack-api-version': `placement ${version}` },
      ...(token === 'stranger' ? {} : { token }),
      ...(json === undefined ? {} : { json }),
    })

  /** Sends a request that must succeed, and returns the body of the reply. */
  const must = async (method: string, path: string, json?: unknown): Promise<StoryReply['body']> => {
    const reply = await send(method, path, json)
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }

  const provider = async (name: string, parts: ProviderParts = {}): Promise<string> => {
    const parent = parts.parent === undefined ? {} : { parent_provider_uuid: parts.parent }
    const { uuid } = await must('POST', '/resource_providers', { name, ...parent })
    let resource_provider_generation = 0
    for (const part of ['inventories', 'traits', 'aggregates'] as const) {
      if (parts[part] === undefined) continue
      const json = { resource_provider_generation, [part]: parts[part] }
      const changed = await must('PUT', `/resource_providers/${uuid}/${part}`, json)
      resource_provider_generation = changed.resource_provider_generation
    }
    return uuid
  }

  const claimBody = (allocations: Readonly<Record<string, Readonly<Record<string, number>>>>) => ({
    allocations: Object.fromEntries(
      Object.entries(allocations).map(([id, resources]) => [id, { resources }]),
    ),
    project_id: 'web',
    user_id: 'ann',
    consumer_generation: null as number | null,
    consumer_type: 'INSTANCE',
  })

  return {
    send,
    /** Sends a request as Nova, with exactly the given headers. */
    speak: (method: string, path: string, request: StoryRequest) =>
      speak(method, path, { token: 'nova', ...request }),
    must,
    provider,
    claimBody,
    /** Claims resources of one provider for a consumer without allocations. */
    claim: (id: string, resources: Readonly<Record<string, number>>, consumer: string = randomUUID()) =>
      send('PUT', `/allocations/${consumer}`, claimBody({ [id]: resources })),
    candidates: async (query: string): Promise<string[]> =>
      (await must('GET', `/allocation_candidates?${query}`)).allocation_requests.flatMap(
        ({ allocations }: { allocations: object }) => Object.keys(allocations),
      ),
    [Symbol.asyncDispose]: async () => {
      await running.stop()
      await host.close()
    },
  }
}
