import type { Loose } from '@nimbo/testkit/loose'
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@nimbo/testkit/client'

const deadlineMs = 30_000

/** A template of these resources, that gives these values. */
export const outputTemplate = (resources: object, outputs: Readonly<Record<string, unknown>> = {}) => ({
  heat_template_version: '2021-04-16',
  resources,
  outputs: Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, { value }])),
})

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
  /** What a stack gives when it has come to rest. */
  const outputs = async (stack: string): Promise<Readonly<Record<string, unknown>>> => {
    const shown = await settled(stack)
    assert.match(shown.stack_status, /_COMPLETE$/, shown.stack_status_reason)
    return Object.fromEntries(
      shown.outputs.map((one: { output_key: string; output_value: unknown }) => [
        one.output_key,
        one.output_value,
      ]),
    )
  }
  const update = async (stack: string, template: object): Promise<void> => {
    const { status, body } = await orchestration.put(path(stack), { template })
    assert.equal(status, 202, JSON.stringify(body))
  }
  const drop = async (stack: string): Promise<void> => {
    assert.equal((await orchestration.delete(path(stack))).status, 204)
    await gone(stack)
  }
  return { path, settled, gone, create, outputs, update, drop, door: orchestration }
}

export type Stacks = ReturnType<typeof stacksOf>
