import type { BenchClient } from '../bench-client.ts'

interface Volume {
  readonly id: string
  readonly status: string
}

const type = 'volumev3'
const giveUpAfterMs = 120_000

const path = ({ projectId }: BenchClient, rest: string): string => `/v3/${projectId}/volumes${rest}`

const show = async (client: BenchClient, id: string): Promise<Volume> =>
  (await client.call<{ readonly volume: Volume }>(type, 'GET', path(client, `/${id}`))).volume

/** Creates a volume and polls it without a pause; returns the milliseconds from the request until it is available. */
const make = async (
  client: BenchClient,
  volume: object,
): Promise<{ readonly id: string; readonly ms: number }> => {
  const begun = performance.now()
  const made = await client.call<{ readonly volume: Volume }>(type, 'POST', path(client, ''), { volume })
  for (;;) {
    const { id, status } = await show(client, made.volume.id)
    const ms = performance.now() - begun
    if (status === 'available') return { id, ms }
    if (status === 'error' || ms > giveUpAfterMs) throw new Error(`a volume is in ${status}`)
  }
}

const remove = async (client: BenchClient, id: string): Promise<void> => {
  await client.call(type, 'DELETE', path(client, `/${id}`))
  while (
    await show(client, id).then(
      () => true,
      () => false,
    )
  );
}

/** Measures the creation of empty volumes of 1 GiB, one after another. */
export const makeVolumes = async (client: BenchClient): Promise<string> => {
  const times: number[] = []
  for (let count = 0; count < 20; count += 1) {
    const { id, ms } = await make(client, { size: 1, name: 'bench' })
    times.push(ms)
    await remove(client, id)
  }
  times.sort((one, other) => one - other)
  return `volume to available: p50 ${times[10]?.toFixed(0)} ms, least ${times[0]?.toFixed(0)} ms`
}

/** Measures the creation of a volume of 10 GiB from an image, and of its clone. */
export const cloneVolume = async (client: BenchClient): Promise<string> => {
  const formats = { disk_format: 'raw', container_format: 'bare' }
  const image = await client.call<{ readonly id: string }>('image', 'POST', '/v2/images', {
    ...{ name: 'bench', ...formats },
  })
  const content = Buffer.alloc(64 * 1_048_576, 'a disk ')
  await client.call('image', 'PUT', `/v2/images/${image.id}/file`, content)
  const { id: origin, ms: made } = await make(client, { size: 10, name: 'origin', imageRef: image.id })
  const { id, ms } = await make(client, { size: 10, name: 'clone', source_volid: origin })
  for (const one of [id, origin]) await remove(client, one)
  await client.call('image', 'DELETE', `/v2/images/${image.id}`)
  return `volume of 10 GiB from an image: ${made.toFixed(0)} ms, its clone: ${ms.toFixed(0)} ms`
}
