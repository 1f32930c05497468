import assert from 'node:assert/strict'
import type { Client } from './client.ts'
import { eventually, type Patience } from '@nimbo/testing/eventually'

interface ServerAddress {
  readonly addr: string
  readonly version: number
  readonly 'OS-EXT-IPS:type': string
}

/** The properties of a server that tests use. */
export interface ServerView {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly addresses: Readonly<Record<string, readonly ServerAddress[]>>
  readonly fault?: { readonly code: number; readonly message: string; readonly details?: string }
  readonly 'OS-EXT-STS:task_state': string | null
  readonly 'OS-EXT-STS:vm_state': string
  readonly 'OS-EXT-STS:power_state': number
  readonly 'OS-SRV-USG:launched_at': string | null
  /** For admins only. */
  readonly 'OS-EXT-SRV-ATTR:host'?: string | null
}

/** Requests a server as a user; returns its id once the request is accepted. */
export const bootServer = async (
  { compute }: Client,
  server: Readonly<Record<string, unknown>>,
): Promise<string> => {
  const accepted = await compute.post('/servers', { server: { name: 'web', networks: 'none', ...server } })
  assert.equal(accepted.status, 202, JSON.stringify(accepted.body))
  return accepted.body.server.id
}

export const showServer = async ({ compute }: Client, id: string): Promise<ServerView> => {
  const shown = await compute.get(`/servers/${id}`)
  assert.equal(shown.status, 200, JSON.stringify(shown.body))
  return shown.body.server
}

/** Waits until a server has a status and no task state. */
export const serverInStatus = (
  person: Client,
  id: string,
  status: string,
  patience: Patience = {},
): Promise<ServerView> =>
  eventually(async () => {
    const server = await showServer(person, id)
    assert.equal(
      `${server.status}, ${server['OS-EXT-STS:task_state'] ?? 'idle'}`,
      `${status}, idle`,
      server.fault?.message,
    )
    return server
  }, patience)

/** Waits until a server does not exist any more. */
export const serverGone = ({ compute }: Client, id: string, patience: Patience = {}): Promise<void> =>
  eventually(async () => {
    const { status } = await compute.get(`/servers/${id}`)
    assert.equal(status, 404)
  }, patience)

/** Requests a server action that is answered with 202, such as `{ 'os-stop': null }`. */
export const act = async ({ compute }: Client, id: string, action: object): Promise<void> => {
  const accepted = await compute.post(`/servers/${id}/action`, action)
  assert.equal(accepted.status, 202, JSON.stringify(accepted.body))
}
