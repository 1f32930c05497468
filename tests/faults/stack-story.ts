import assert from 'node:assert/strict'
import type { Moment } from '@nimbo/testkit/crash-plan'
import { eventually } from '@nimbo/testing/eventually'
import type { FaultCloud } from './fault-cloud.ts'

const withinMs = 120_000
const everyMs = 100

export interface Killing {
  /** The span at which the cloud's process is killed. */
  readonly place: string
  readonly moment: Moment
}

/** Operations and checks on the stacks of a cloud whose process is killed, and on their resources in the network service. */
export const stackStory = (cloud: () => FaultCloud) => {
  const heat = () => cloud().admin.orchestration
  const stacksPath = (): string => {
    const { url } = heat()
    const { projectId } = cloud().admin
    return `${url.includes(projectId) ? '' : `/v1/${projectId}`}/stacks`
  }
  /** The URL of a client may contain the project, but the audit is about the whole cloud. */
  const auditPath = (): string =>
    heat().url.includes(cloud().admin.projectId) ? '/../nimbo-audit' : '/v1/nimbo-audit'
  const statusOf = async (path: string): Promise<string> => {
    const { status, body } = await heat().get(path)
    assert.equal(status, 200, JSON.stringify(body))
    const { stack_status, stack_status_reason } = body.stack
    return stack_status.endsWith('_FAILED') ? `${stack_status}: ${stack_status_reason}` : stack_status
  }
  return {
    stacksPath,
    /** The numbers of networks, subnets and ports with this name. */
    held: async (name: string): Promise<readonly number[]> => {
      const counts = ['networks', 'subnets', 'ports'].map(async (kind) => {
        const { status, body } = await cloud().admin.network.get(`/v2.0/${kind}?name=${name}`)
        assert.equal(status, 200)
        return body[kind].length
      })
      return Promise.all(counts)
    },
    /** The path of the stack with this name; undefined if its request was not recorded. */
    recorded: async (name: string): Promise<string | undefined> => {
      const { status, body } = await heat().get(`${stacksPath()}?name=${name}`)
      assert.equal(status, 200, JSON.stringify(body))
      assert.ok(body.stacks.length <= 1, 'one request makes one stack')
      const id: string | undefined = body.stacks[0]?.id
      return id === undefined ? undefined : `${stacksPath()}/${name}/${id}`
    },
    becomes: (path: string, wanted: string): Promise<void> =>
      eventually(async () => assert.equal(await statusOf(path), wanted), { withinMs, everyMs }),

    /** Fails unless the audit of stacks finds nothing: no abandoned operation, and nothing left of deleted stacks. */
    inOrder: async (): Promise<void> => {
      const { status, body } = await cloud().admin.orchestration.get(`${auditPath()}?grace=1`)
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual([body.audit.findings, body.audit.not_audited], [[], []])
    },

    /**
     * Sends a request with a trace of its own and kills the process at the given place of that trace. Resolves after the restart, to
     * the status of the answer if there was one.
     */
    askedAndKilled: async (
      { place, moment }: Killing,
      ask: (headers: Record<string, string>) => Promise<{ readonly status: number }>,
    ): Promise<number | undefined> => {
      const path = [{ name: place }] as const
      const point = await cloud().crashPoints.arm({ path, moment, act: 'kill' })
      const answer = ask(point.headers).catch(() => undefined)
      await point.reached(withinMs)
      const status = (await answer)?.status
      await cloud().recovered()
      return status
    },
  }
}
