import type { Loose } from '@nimbo/testkit/loose'
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@nimbo/testkit/client'

const deadlineMs = 30_000

/** Stacks as one person of a test cloud makes them. */
export const stacksOf = ({ orchestration, projectId }: Client) => {
  const root = orchestration.url.includes(projectId) ? '' : `/v1/${projectId}`
  const path = (rest: string): string => `${root}${rest}`
  /** The stack once it has come to rest. */
  const settled = async (stack: string): Promise<Loose> => {
    const end = Date.now() + deadlineMs
    for (let wait = 20; ; wait = Math.min(wait * 1.5, 300)) {
      const { status, body } = await orchestration.get(path(stack))
      assert.equal(status, 200, JSON.stringify(body))
      if (!body.stack.stack_status.endsWith('IN_PROGRESS')) return body.stack
      if (Date.now() > end) throw new Error(`${stack} stays ${body.stack.stack_status}`)
      await pause(wait)
    }
  }
  const gone = async (stack: string): Promise<void> => {
    const end = Date.now() + deadlineMs
    for (let wait = 20; ; wait = Math.min(wait * 1.5, 300)) {
      const { body } = await orchestration.get(path(stack))
      if (body.stack.stack_status === 'DELETE_COMPLETE') return
      assert.notEqual(body.stack.stack_status, 'DELETE_FAILED', body.stack.stack_status_reason)
      if (Date.now() > end) throw new Error(`${stack} stays ${body.stack.stack_status}`)
      await pause(wait)
    }
  }
  const create = async (
    name: string,
    template: unknown,
    more: Record<string, unknown> = {},
  ): Promise<string> => {
    const { status, body } = await orchestration.post(path('/stacks'), {
      stack_name: name,
      template,
      ...more,
    })
    assert.equal(status, 201, JSON.stringify(body))
    return `/stacks/${name}/${body.stack.id}`
  }
  return { path, settled, gone, create, door: orchestration }
}

export type Stacks = ReturnType<typeof stacksOf>
