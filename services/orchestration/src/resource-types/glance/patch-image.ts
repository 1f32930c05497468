import { updateImage } from '@nimbo/contracts/image/images'
import type { Clients } from '../../resource-type/clients.ts'
import type { Standing } from '../../resource-type/handling.ts'
import { goneKeys, textPairs } from '../changed-keys.ts'
import type { WebImageProperties } from './web-image-properties.ts'

interface Patch {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path: string
  readonly value?: unknown
}

export const patchOf = async ({ image }: Clients, image_id: string, body: Patch[]): Promise<void> => {
  if (body.length > 0) await image.call(updateImage, { path: { image_id }, body })
}

const fields = [
  ...(['protected', 'visibility', 'owner', 'tags'] as const),
  ...(['architecture', 'kernel_id', 'ramdisk_id', 'os_distro', 'os_version'] as const),
]
const always: readonly string[] = ['protected', 'visibility', 'owner', 'tags']

const pathTo = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Updates the changed fields and extra properties of an image. */
export const patchImage = async (
  { clients, id, properties }: Standing<WebImageProperties>,
  changed: ReadonlySet<string>,
  before: WebImageProperties,
): Promise<void> => {
  const patches = fields
    .filter((field) => changed.has(field))
    .flatMap((field): Patch[] => {
      const value = properties[field]
      if (value !== undefined) return [{ op: 'add', path: pathTo(field), value }]
      if (field === 'tags') return [{ op: 'replace', path: pathTo(field), value: [] }]
      return always.includes(field) ? [] : [{ op: 'remove', path: pathTo(field) }]
    })
  const { extra_properties } = properties
  const further = changed.has('extra_properties')
    ? [
        ...Object.entries(textPairs(extra_properties)).map(
          ([key, value]): Patch => ({ op: 'add', path: pathTo(key), value }),
        ),
        ...goneKeys(before.extra_properties, extra_properties).map(
          (key): Patch => ({ op: 'remove', path: pathTo(key) }),
        ),
      ]
    : []
  await patchOf(clients, id, [...patches, ...further])
}
