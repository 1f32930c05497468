import { lowered } from '@nimbo/http/versioned'

type View = Readonly<Record<string, unknown>>

/** Before 2.3 the extended attributes were host, instance name and node alone. */
const attributesSince23 = [
  'OS-EXT-SRV-ATTR:reservation_id',
  'OS-EXT-SRV-ATTR:launch_index',
  'OS-EXT-SRV-ATTR:hostname',
  'OS-EXT-SRV-ATTR:kernel_id',
  'OS-EXT-SRV-ATTR:ramdisk_id',
  'OS-EXT-SRV-ATTR:root_device_name',
  'OS-EXT-SRV-ATTR:user_data',
]

const volumesBefore23 = (view: View): View => ({
  ...view,
  'os-extended-volumes:volumes_attached': (
    view['os-extended-volumes:volumes_attached'] as readonly { readonly id: string }[]
  ).map(({ id }) => ({ id })),
})

const imageBefore298 = (view: View): View => {
  const { image } = view as { image: '' | { id: string; links: unknown } }
  return { ...view, image: image === '' ? '' : { id: image.id, links: image.links } }
}

/** Until 2.90 the hostname was for those who see where a server runs. */
const hostnameBefore290 = (view: View): View => {
  if ('OS-EXT-SRV-ATTR:host' in view) return view
  const { 'OS-EXT-SRV-ATTR:hostname': _, ...older } = view
  return older
}

/** A server's view as an older version had it. The flavor before 2.47 is a link: see `withFlavorLink`. */
export const lowerServer = lowered<View>(
  ['2.100', ['scheduler_hints']],
  ['2.98', imageBefore298],
  ['2.96', ['pinned_availability_zone']],
  ['2.90', hostnameBefore290],
  ['2.73', ['locked_reason']],
  ['2.71', ['server_groups']],
  ['2.63', ['trusted_image_certificates']],
  ['2.26', ['tags']],
  ['2.19', ['description']],
  ['2.16', ['host_status']],
  ['2.9', ['locked']],
  ['2.3', attributesSince23],
  ['2.3', volumesBefore23],
)

/** What 2.47 replaced by the flavor itself. */
export const withFlavorLink = (view: object, flavorId: string, bookmark: string): object => ({
  ...view,
  flavor: { id: flavorId, links: [{ rel: 'bookmark', href: `${bookmark}/flavors/${flavorId}` }] },
})
