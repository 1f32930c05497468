import assert from 'node:assert/strict'
import type { Loose } from '@nimbo/testing/loose'
import type { Answer, Client } from '@nimbo/testkit/client'
import { gone, type Kind } from './volume-things.ts'

/** A volume or snapshot on a back end, as a request to manage it names it. */
export interface Unmanaged {
  readonly kind: 'volume' | 'snapshot'
  /** Of a volume, `host@backend#pool`; of a snapshot, the id of its volume. */
  readonly of: string
  readonly name: string
}

/** The back end of a volume as requests name it. */
export const placeOf = async ({ volume }: Client, volumeId: string): Promise<string> =>
  (await volume.get(`/v3/volumes/${volumeId}`)).body.volume['os-vol-host-attr:host']

/** Requests that Cinder no longer manage it. */
export const unmanage = (
  { volume }: Client,
  { kind, id }: { readonly kind: Kind; readonly id: string },
  headers: Record<string, string> = {},
): Promise<Answer<Loose>> => volume.post(`/v3/${kind}s/${id}/action`, { 'os-unmanage': {} }, headers)

/** The name of the only unmanaged volume or snapshot on a back end. */
export const onlyUnmanaged = async (
  { volume }: Client,
  kind: 'volume' | 'snapshot',
  host: string,
): Promise<string> => {
  const { status, body } = await volume.get(`/v3/manageable_${kind}s?host=${encodeURIComponent(host)}`)
  assert.equal(status, 200, JSON.stringify(body))
  const all: readonly Loose[] = body[`manageable-${kind}s`]
  const [found, ...others] = all.filter(({ safe_to_manage }) => safe_to_manage)
  assert.deepEqual(others, [], 'the back end has one unmanaged thing')
  assert.ok(found !== undefined, 'what is unmanaged is lost')
  return found.reference['source-name']
}

/** Unmanages a volume or snapshot, and returns how a request to manage it again names it. */
export const letGo = async (admin: Client, id: string, volumeId: string): Promise<Unmanaged> => {
  const host = await placeOf(admin, volumeId)
  const kind = id === volumeId ? 'volume' : 'snapshot'
  assert.equal((await unmanage(admin, { kind, id })).status, 202)
  await gone(admin, kind, id)
  return { kind, of: kind === 'volume' ? host : volumeId, name: await onlyUnmanaged(admin, kind, host) }
}

/** Requests that Cinder manage it, under this name. */
export const manage = (
  { volume }: Client,
  { kind, of, name: source }: Unmanaged,
  name: string,
  headers: Record<string, string> = {},
): Promise<Answer<Loose>> => {
  const where = kind === 'volume' ? { host: of } : { volume_id: of }
  const order = { [kind]: { ref: { 'source-name': source }, name, ...where } }
  return volume.post(`/v3/manageable_${kind}s`, order, headers)
}
