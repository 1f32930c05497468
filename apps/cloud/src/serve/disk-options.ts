import type { hypervisorOptions } from '@nimbo/compute/process-options'
import type { Config } from '@nimbo/config/option-group'
import { cacheModes, type DiskOptions, sourceTypes } from '@nimbo/hypervisor-libvirt/disk-options'
import { UserError } from '@nimbo/kernel/user-error'

type Options = Pick<
  Config<(typeof hypervisorOptions)[number]>['libvirt'],
  'disk_cachemodes' | 'hw_disk_discard'
>

const isOneOf = <Known extends string>(known: readonly Known[], text: string): text is Known =>
  known.some((one) => one === text)

/** `[libvirt] disk_cachemodes` and `hw_disk_discard`; throws `UserError` for an unknown type of disk or cache mode. */
export const diskOptions = ({ disk_cachemodes, hw_disk_discard }: Options): DiskOptions => ({
  cacheModes: Object.fromEntries(
    disk_cachemodes.map((text) => {
      const [type = '', mode = '', ...others] = text.split('=')
      if (!isOneOf(sourceTypes, type) || !isOneOf(cacheModes, mode) || others.length > 0)
        throw new UserError(
          `nova.conf: [libvirt] disk_cachemodes: expected TYPE=MODE with a type of ${sourceTypes.join(', ')} and a mode of ${cacheModes.join(', ')}, got ${text}`,
        )
      return [type, mode]
    }),
  ),
  discard: hw_disk_discard,
})
